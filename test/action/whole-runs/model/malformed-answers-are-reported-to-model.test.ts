import { describe, expect, test } from 'vitest'
import { WIRE_FORMATS } from '../../../fakes/model/wire/wire-formats.ts'
import { type Episode, playEpisodes } from '../../../support/whole-run/run-scenarios.ts'
import {
  answer,
  call,
  finish,
  mark,
  openWireWorld,
  read,
  runToItsEnd,
} from '../../../support/whole-run/wire-world.ts'

/** What any model may say. */
const ANY: readonly Episode[] = [
  {
    what: 'an answer that says nothing, at the start and after a call',
    turns: [answer({}), call(read()), answer({})],
    tools: ['✓ read'],
    told: /called no tool/,
  },
  {
    what: 'an answer of white space alone, and some before a call',
    turns: [answer({ say: '\n \n' }), answer({ say: '\n\n', calls: [read()] })],
    tools: ['✓ read'],
  },
  {
    what: 'input that does not fit the tool',
    turns: [
      call({ name: 'read', input: { path: 7 } }, { name: 'edit', input: {} }, mark('1')),
      call({ name: 'edit', input: { path: 'hello.txt', old: '1', new: '' } }),
    ],
    tools: ['✗ read', '✗ edit', '✓ edit', '✓ edit'],
    told: /The call of read is not valid.*path/,
  },
  {
    what: 'a tool that there is not',
    turns: [call({ name: 'run_shell', input: { command: 'ls' } })],
    tools: ['✗ run_shell'],
    told: /There is no such tool\. The tools are /,
  },
  {
    what: 'names that no tool could have, and one that is nearly a tool',
    turns: [call({ name: 'my tool', input: {} }, { ...read(), name: 'functions.read' })],
    tools: ['✗ my tool', '✓ read'],
  },
  {
    what: 'an answer of nothing but calls that fail, then one of the same call over and over',
    turns: [call(...[1, 2, 3, 4, 5].map((n) => read(`missing-${n}.txt`))), call(read(), read(), read())],
    tools: [...Array(5).fill('✗ read'), ...Array(3).fill('✓ read')],
  },
]

/** Gemini makes the call itself and, where it fails at that, ends the answer as malformed. */
const OF_GEMINI: readonly Episode[] = [
  { what: 'input that is not JSON', turns: [call({ name: 'edit', input: '{"path": "hel' })], lost: 1 },
  {
    what: 'an answer that the output limit ends in the middle of a call',
    turns: [answer({ say: 'I read.', calls: [read(), read()], end: 'length' })],
    tools: ['✓ read'],
  },
  {
    what: 'an answer that the output limit ends before a call is whole',
    turns: [answer({ say: 'I mark it.', calls: [mark('x')], end: 'length' })],
    told: /cut off at the output limit/,
  },
]

const OF_OTHERS: readonly Episode[] = [
  {
    what: 'input that is not JSON',
    turns: [call({ name: 'edit', input: '{"path": "hello.txt", "old": "wor' })],
    tools: ['✗ edit'],
    told: /not valid JSON/,
  },
  {
    what: 'input that is no object',
    turns: [call(...['["hello.txt"]', '"hello.txt"', 'null'].map((input) => ({ name: 'read', input })))],
    tools: ['✗ read', '✗ read', '✗ read'],
  },
  {
    what: 'input that is an object in a text',
    turns: [call({ name: 'read', input: JSON.stringify(JSON.stringify({ path: 'hello.txt' })) })],
    tools: ['✓ read'],
  },
  {
    what: 'an answer that the output limit ends in the middle of a call: the half one does not count',
    turns: [answer({ say: 'I mark it.', calls: [read(), mark('y')], end: 'length' })],
    tools: ['✓ read', '✗ edit'],
  },
  {
    what: 'an answer that the output limit ends before a call is whole',
    turns: [answer({ say: 'I mark it.', calls: [mark('x')], end: 'length' })],
    tools: ['✗ edit'],
  },
]

describe.each(WIRE_FORMATS)('$provider', (format) => {
  const episodes = [...ANY, ...(format.provider === 'google' ? OF_GEMINI : OF_OTHERS)]

  test(episodes.map(({ what }) => what).join('; '), async () => {
    await playEpisodes(format, episodes)
  })

  test('a model that sends only empty answers is stopped', async () => {
    const world = await openWireWorld({ format, script: [answer({}), answer({}), answer({}), finish] })
    const { result, hello } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'agent-stuck' }, published: null })
    expect(hello).toBeNull()
  })
})

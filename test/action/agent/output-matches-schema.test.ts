import { describe, expect, it } from 'vitest'
import type { Review } from '../../../src/action/agent/review/reviewer.ts'
import { openOutput } from '../../../src/action/agent/tools/output.ts'
import { readOutputSchema } from '../../../src/contract/output/output-schema.ts'
import { call, FINISH, PROVIDERS, runScript, type Script, say } from '../../support/action/scripted-run.ts'

const SCHEMA = {
  type: 'object',
  properties: { severity: { enum: ['low', 'high'] }, files: { type: 'array', items: { type: 'string' } } },
  required: ['severity'],
  additionalProperties: false,
}

function outputOf(given: unknown, { redact = (text: string) => text, isConfidential = false } = {}) {
  const schema = readOutputSchema(given)
  if (!schema.ok) throw new Error(schema.problem)
  return openOutput({ schema, redact, isConfidential })
}

const run = (script: Omit<Script, 'task' | 'output'>, schema: unknown = SCHEMA, isConfidential = false) =>
  runScript({
    ...script,
    output: outputOf(schema, { isConfidential }),
    task: { outputSchema: JSON.stringify(schema) },
  })

const finishing = (output?: unknown) =>
  call(['finish', { ...FINISH, no_change: true, ...(output !== undefined && { output }) }])

describe.each(PROVIDERS)('$model', (wire) => {
  it('reads the schema in the first message, and returns its output as JSON text', async () => {
    const { outcome, requests } = await run({ wire, turns: [finishing('{"severity":"high","files":["a"]}')] })
    expect(outcome).toMatchObject({
      reason: null,
      summary: 'Greeted.',
      output: { severity: 'high', files: ['a'] },
    })
    const [first = ''] = requests.map((body) => JSON.stringify(body))
    expect(first).toContain('A program reads an output of this run')
    expect(first).toContain('"JSON text: the output that the first message asks for.')
  })
})

it('tells the model what does not match, with its place, and takes the corrected output', async () => {
  const { outcome, requests } = await run({
    turns: [finishing('{"severity":"huge","x":1}'), finishing({ severity: 'low' })],
  })
  expect(outcome).toMatchObject({ reason: null, output: { severity: 'low' } })
  const second = JSON.stringify(requests[1])
  expect(second).toContain('`output.severity` must be one of')
  expect(second).toContain('`output.x` is not allowed')
  expect(second).toContain('keep all the rest of it')
})

it('ends the run with its reason after three outputs that do not match, and keeps the changes and their words', async () => {
  const { outcome, requests, files } = await run({
    turns: [
      call(['edit', { path: 'hello.txt', old: 'hello', new: 'bye' }]),
      finishing(),
      finishing('{"severity"'),
      finishing('[]'),
      finishing('{"severity":"low"}'),
    ],
  })
  expect(requests).toHaveLength(4)
  expect(files['hello.txt']).toBe('bye\n')
  expect(outcome).toMatchObject({ publishable: true, title: FINISH.title, summary: FINISH.summary })
  expect(outcome).not.toHaveProperty('output')
  expect(outcome.reason).toMatchObject({ code: 'output-invalid' })
  expect(outcome.reason?.message).toContain(
    '`output` must be an object, not a list. The changes made so far are kept.',
  )
  expect(JSON.stringify(requests[2])).toContain('`output` is missing')
  expect(JSON.stringify(requests[3])).toContain('`output` is not valid JSON')
})

it('names nothing of a confidential schema in the reason', async () => {
  const { outcome } = await run({ turns: [finishing('1'), finishing('1'), finishing('1')] }, SCHEMA, true)
  expect(outcome.reason?.message).toContain('the agent tried 3 times. No file was changed.')
})

it('does not take a text in place of the output', async () => {
  const { outcome } = await run({ turns: [say('It is high.'), say('high'), say('{"severity":"high"}')] })
  expect(outcome.reason).toMatchObject({ code: 'output-invalid' })
  expect(outcome.reason?.message).toContain('ended without calling `finish`')
  expect(outcome).not.toHaveProperty('output')
})

it('counts again after an output that matched and a review that sent the work back', async () => {
  const left: Review[] = [{ kind: 'sent-back', text: 'Look again.', why: 'look again' }]
  const { outcome } = await runScript({
    output: outputOf({ type: 'integer' }),
    task: { outputSchema: '{}' },
    reviewers: [{ name: 'test', rounds: 1, review: async () => left.shift() ?? { kind: 'passed' } }],
    turns: [
      call(['edit', { path: 'hello.txt', old: 'hello', new: 'bye' }]),
      ...[
        finishing('"a"'),
        finishing('"a"'),
        finishing('1'),
        finishing('"a"'),
        finishing('"a"'),
        finishing('2'),
      ],
    ],
  })
  expect(outcome).toMatchObject({ reason: null, output: 2 })
})

it('keeps an output that matches when a limit ends the run', async () => {
  const limits = { steps: 1, seconds: 600, costUsd: 100 }
  const turns = [call(['read', { path: 'hello.txt' }]), finishing('{"severity":"low"}')]
  const { outcome } = await runScript({
    output: outputOf(SCHEMA),
    task: { outputSchema: '{}', limits },
    turns,
  })
  expect(outcome).toMatchObject({ reason: { code: 'step-limit' }, output: { severity: 'low' } })
})

describe('the output', () => {
  const take = (schema: unknown, output: unknown) => outputOf(schema, REDACTING).take({ output })
  const REDACTING = { redact: (text: string) => text.replaceAll('hunter2', '***') }

  it.each<[string, unknown, unknown, unknown]>([
    ['a text that is no JSON, where a text is asked for', { type: 'string' }, 'plain words', 'plain words'],
    ['digits, where a text is asked for', { type: 'string' }, '42', '42'],
    ['JSON, where anything is allowed', {}, '42', 42],
    ['null as text', { type: 'null' }, 'null', null],
    ['the value itself', {}, [1], [1]],
    ['JSON in a fence', { type: 'object' }, '```json\n{"a":1}\n```', { a: 1 }],
    ['secrets in texts and names', {}, { a: ['x hunter2'], hunter2: 1 }, { a: ['x ***'], '***': 1 }],
    ['escaped secrets', {}, '{"a":"hunter\\u0032"}', { a: '***' }],
  ])('may be %s', (_, schema, given, output) => {
    expect(take(schema, given)).toEqual({ kind: 'taken', output })
  })

  it('is matched without its secrets', () => {
    expect(take({ enum: ['hunter2'] }, '"hunter2"')).toMatchObject({ kind: 'missed' })
  })

  it('is no number beyond the range', () => {
    expect(take({ type: 'number' }, '1e999')).toMatchObject({ kind: 'missed' })
  })

  it.each<[string, unknown]>([
    ['too deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['too long', JSON.stringify('x'.repeat(70_000))],
    ['of too many values', `[${'1,'.repeat(20_000)}1]`],
    ['absurdly long', `"${'x'.repeat(10_000_000)}`],
  ])('may not be %s', (_, given) => {
    expect(take({}, given)).toMatchObject({ kind: 'missed', details: expect.stringContaining('`output` ') })
  })
})

import { describe, expect, test } from 'vitest'
import { type Break, countedOf } from '../../support/wire/scripted-provider.ts'
import type { ScriptedAnswer, WireFormat } from '../../support/wire/wire-format.ts'
import { formatsInTurn } from '../../support/wire/wire-formats.ts'
import { breakEachStep } from '../support/break-each-step.ts'
import { call, finish, mark, openWireWorld, runToItsEnd, usageOf } from '../support/wire-world.ts'

const GARBAGE = [
  { kind: 'garbage', type: 'text/html', body: '<html><body>Welcome to the hotel wifi</body></html>' },
  { kind: 'garbage', type: 'text/event-stream', body: 'data: {"hel\n\n' },
  { kind: 'garbage', type: 'text/event-stream', body: '' },
  { kind: 'garbage', type: 'application/json', body: '{}' },
] as const

const countFrames = ({ frames }: WireFormat, given: ScriptedAnswer) => frames(given, 0, countedOf(0)).length

describe.each(formatsInTurn(0))('$provider', (format) => {
  const marking = { say: 'I mark it.', calls: [mark('x')] }

  test.each(['cut', 'ends'] as const)('an answer after each of its frames (%s)', async (how) => {
    const frames = countFrames(format, marking)
    const breaks = Array.from({ length: frames }, (_, after): Break => ({ after, how }))
    const { script, greeting } = breakEachStep(breaks)
    const limits = { steps: 100, seconds: 60, costUsd: 5 }
    const world = await openWireWorld({ format, script, limits })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: { steps: frames + 1 } })
    expect(hello).toBe(greeting)
    expect(tools).toEqual([...breaks.map(() => '✓ edit'), '✓ finish'])
  })

  test('a 200 that is no answer', async () => {
    const script = GARBAGE.flatMap((garbage, index) => [garbage, call(mark(`${index}`))])
    const world = await openWireWorld({ format, script: [...script, finish] })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(1, 3, 5, 7, 8) })
    expect(hello).toBe('Hello, world0123!')
    expect(tools).toEqual([...GARBAGE.map(() => '✓ edit'), '✓ finish'])
  })
})

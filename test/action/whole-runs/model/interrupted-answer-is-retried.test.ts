import { describe, expect, test } from 'vitest'
import { type Break, countedOf } from '../../../fakes/model/wire/scripted-provider.ts'
import type { ScriptedAnswer, WireFormat } from '../../../fakes/model/wire/wire-format.ts'
import { WIRE_FORMATS } from '../../../fakes/model/wire/wire-formats.ts'
import { breakEachStep } from '../../../support/whole-run/break-each-step.ts'
import { mark, openWireWorld, runToItsEnd } from '../../../support/whole-run/wire-world.ts'

const countFrames = ({ frames }: WireFormat, given: ScriptedAnswer) => frames(given, 0, countedOf(0)).length

describe.each(WIRE_FORMATS)('$provider', (format) => {
  const marking = { say: 'I mark it.', calls: [mark('x')] }

  test('an answer that is cut or ended after any of its frames is retried', async () => {
    const frames = countFrames(format, marking)
    const breaks = (['cut', 'ends'] as const).flatMap((how) =>
      Array.from({ length: frames }, (_, after): Break => ({ after, how })),
    )
    const { script, greeting } = breakEachStep(breaks)
    const limits = { steps: 100, seconds: 60, costUsd: 5 }
    const world = await openWireWorld({ format, script, limits })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: { steps: breaks.length + 1 } })
    expect(hello).toBe(greeting)
    expect(tools).toEqual([...breaks.map(() => '✓ edit'), '✓ finish'])
  })
})

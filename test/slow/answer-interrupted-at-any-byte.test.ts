import { describe, expect, test } from 'vitest'
import { type Break, countedOf } from '../fakes/model/wire/scripted-provider.ts'
import { WIRE_FORMATS } from '../fakes/model/wire/wire-formats.ts'
import { breakEachStep } from '../support/whole-run/break-each-step.ts'
import { mark, openWireWorld, runToItsEnd } from '../support/whole-run/wire-world.ts'

/** Steps of one run: more would only make the conversation long. */
const STEPS = 60
/** Prime, so that it falls on every place of a frame in the end. */
const STRIDE = 31

describe.each(WIRE_FORMATS)('$provider', (format) => {
  test.each(['cut', 'ends'] as const)('%s', async (how) => {
    const frames = format.frames({ say: 'I mark it.', calls: [mark('x')] }, 0, countedOf(0))
    const places = frames.flatMap((frame, after) =>
      Array.from({ length: frame.length }, (_, bytes): Break => ({ after, bytes, how })),
    )
    const breaks = places.filter((_, index) => index % STRIDE === 0)
    for (let start = 0; start < breaks.length; start += STEPS) {
      const some = breaks.slice(start, start + STEPS)
      const { script, greeting } = breakEachStep(some)
      const limits = { steps: 200, seconds: 120, costUsd: 100 }
      const world = await openWireWorld({ format, script, limits })
      const { result, hello, tools } = await runToItsEnd(world, format)
      expect(result).toMatchObject({ outcome: 'published', usage: { steps: some.length + 1 } })
      expect(hello).toBe(greeting)
      expect(tools).toEqual([...some.map(() => '✓ edit'), '✓ finish'])
    }
  })
})

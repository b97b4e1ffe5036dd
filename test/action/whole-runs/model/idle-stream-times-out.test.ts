import { describe, expect, test } from 'vitest'
import { DEFAULT_RETRY_SETTINGS } from '../../../../src/action/models/providers/retry-settings.ts'
import type { Turn } from '../../../fakes/model/wire/scripted-provider.ts'
import { WIRE_FORMATS } from '../../../fakes/model/wire/wire-formats.ts'
import {
  answer,
  finish,
  mark,
  openWireWorld,
  runToItsEnd,
  usageOf,
} from '../../../support/whole-run/wire-world.ts'

describe.each(WIRE_FORMATS)('$provider', (format) => {
  const marking = { say: 'I mark it.', calls: [mark('x')] }
  const stallAfter = (after: number): Turn => ({ ...answer(marking), breaks: { after, how: 'stall' } })

  test('a stream that stalls before the response, before its first text or in the middle is retried', async () => {
    const early = { kind: 'silence' } as const
    const script = [early, stallAfter(0), answer(marking), stallAfter(4), finish]
    const world = await openWireWorld({ format, script, stallSeconds: 1 })
    const { result, hello, tools, answered } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: { brokenOff: 1 } })
    expect(answered).toEqual(usageOf(2, 4))
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✓ edit', '✓ finish'])
    const left = await Promise.all(world.provider.requests.map(({ isLeft }) => isLeft))
    expect(left).toEqual([true, true, false, true, false])
  })

  test('a stream that stalls permanently fails the run', async () => {
    const script = Array.from({ length: DEFAULT_RETRY_SETTINGS.tries }, () => stallAfter(4))
    const world = await openWireWorld({ format, script, stallSeconds: 1 })
    const { result, hello } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'model-failed' }, published: null })
    expect(hello).toBeNull()
    expect(world.provider.requests).toHaveLength(DEFAULT_RETRY_SETTINGS.tries)
  })
})

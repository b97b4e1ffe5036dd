import { describe, expect, test } from 'vitest'
import type { Turn } from '../../../fakes/model/wire/scripted-provider.ts'
import { WIRE_FORMATS } from '../../../fakes/model/wire/wire-formats.ts'
import { call, mark, openWireWorld, runToItsEnd, usageOf } from '../../../support/whole-run/wire-world.ts'

describe.each(WIRE_FORMATS)('$provider', (format) => {
  const overloaded: Turn = {
    kind: 'failure',
    status: format.provider === 'anthropic' ? 529 : 503,
    message: 'Overloaded',
  }

  test('an overload that lasts leaves a draft of the changes so far', async () => {
    const script = (_: unknown, index: number) => (index === 0 ? call(mark('x')) : overloaded)
    const world = await openWireWorld({ format, script, patienceSeconds: 0.2 })
    const { result, hello, log } = await runToItsEnd(world, format)
    expect(result).toMatchObject({
      outcome: 'failed',
      reason: { code: 'model-failed' },
      published: { pullRequest: 7 },
      usage: usageOf(0),
    })
    expect(hello).toBe('Hello, worldx!')
    expect(world.github.pullRequests).toMatchObject([{ title: 'Unfinished work by Prentice', draft: true }])
    expect(log).toContain('Overloaded')
    expect(JSON.stringify(world.github.pullRequests)).not.toContain('Overloaded')
    expect(world.provider.requests.length).toBeGreaterThan(2)
  })
})

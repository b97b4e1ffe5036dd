import { describe, expect, test } from 'vitest'
import type { Turn } from '../../support/wire/scripted-provider.ts'
import { formatsInTurn } from '../../support/wire/wire-formats.ts'
import { call, finish, mark, openWireWorld, runToItsEnd, usageOf } from '../support/wire-world.ts'

describe.each(formatsInTurn(1))('$provider', (format) => {
  const overloaded: Turn = {
    kind: 'failure',
    status: format.provider === 'anthropic' ? 529 : 503,
    message: 'Overloaded',
  }

  test('a rate limit, for as long as it asks', async () => {
    // Google names the time in the body, the others in a header.
    const headers = format.provider === 'google' ? {} : { 'retry-after': '1' }
    const limited: Turn = { kind: 'failure', status: 429, message: 'Too many requests', headers }
    const world = await openWireWorld({ format, script: [call(mark('x')), limited, finish] })
    const { result, hello, tools, ms } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 2) })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✓ edit', '✓ finish'])
    expect(ms).toBeGreaterThanOrEqual(1000)
    expect(world.provider.requests[2]?.body).toBe(world.provider.requests[1]?.body)
  })

  test('an overload that passes', async () => {
    const script = [overloaded, overloaded, call(mark('x')), overloaded, finish]
    const world = await openWireWorld({ format, script })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(2, 4) })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✓ edit', '✓ finish'])
  })

  test('an overload that is told in the middle of an answer', async () => {
    const giveUp = (after: number): Turn => ({ ...call(mark('x')), breaks: { after, how: 'error' } })
    const script = [giveUp(0), giveUp(3), call(mark('x')), finish]
    const world = await openWireWorld({ format, script })
    const { result, hello, tools, answered } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published' })
    expect(answered).toEqual(usageOf(2, 3))
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✓ edit', '✓ finish'])
  })

  test('an overload that lasts: what there is becomes a draft', async () => {
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

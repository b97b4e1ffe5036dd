import { describe, expect, test } from 'vitest'
import type { Turn } from '../../../fakes/model/wire/scripted-provider.ts'
import { WIRE_FORMATS } from '../../../fakes/model/wire/wire-formats.ts'
import {
  answer,
  call,
  finish,
  mark,
  openWireWorld,
  runToItsEnd,
  usageOf,
} from '../../../support/whole-run/wire-world.ts'

const TOO_LONG: Turn = {
  kind: 'failure',
  status: 400,
  message: 'prompt is too long: 250000 tokens > 200000 maximum',
}

describe.each(WIRE_FORMATS)('$provider', (format) => {
  test('an invalid key ends the run after one request, and no text contains the key', async () => {
    const message = 'Incorrect API key provided: key-of-the-provider-1234567890'
    const world = await openWireWorld({ format, script: [{ kind: 'failure', status: 401, message }] })
    const { code, result, hello, log, outputs } = await runToItsEnd(world, format)
    expect(code).toBe(1)
    expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'model-refused' }, published: null })
    expect(outputs).toMatchObject({ status: 'failed', reason: 'model-refused' })
    expect(hello).toBeNull()
    expect(world.provider.requests).toHaveLength(1)
    const told = [JSON.stringify([result, outputs]), log.replaceAll(/^::add-mask::.*$/gm, '')].join()
    expect(told).toContain('Incorrect API key provided: ***')
    expect(told).not.toContain('key-of-the-provider-1234567890')
  })

  test('a key that is revoked during the work leaves a draft of the changes so far', async () => {
    const message = 'This key was revoked'
    const script: Turn[] = [call(mark('x')), { kind: 'failure', status: 401, message }]
    const world = await openWireWorld({ format, script })
    const { result, hello } = await runToItsEnd(world, format)
    expect(result).toMatchObject({
      outcome: 'failed',
      reason: { code: 'model-refused' },
      published: { pullRequest: 7 },
    })
    expect(hello).toBe('Hello, worldx!')
    expect(world.github.pullRequests).toMatchObject([{ draft: true }])
    expect(JSON.stringify(world.github.pullRequests)).not.toContain(message)
  })

  test('a conversation that stays too long ends the run', async () => {
    const world = await openWireWorld({ format, script: () => TOO_LONG })
    const { result, hello } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'context-too-long' } })
    expect(hello).toBeNull()
    expect(world.provider.requests.length).toBeLessThanOrEqual(5)
  })

  test('a conversation that becomes too long is compacted', async () => {
    const world = await openWireWorld({ format, script: [call(mark('x')), TOO_LONG, finish] })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 2) })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✓ edit', '✓ finish'])
  })

  const refusal = answer({ say: 'I cannot help with that.', end: 'refused' })

  test('a model that refuses the content ends the run after one request', async () => {
    const world = await openWireWorld({ format, script: [refusal] })
    const { result, hello } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'content-refused' }, published: null })
    expect(hello).toBeNull()
    expect(world.provider.requests).toHaveLength(1)
  })

  test('a model that refuses the content during the work leaves a draft of the changes so far', async () => {
    const world = await openWireWorld({ format, script: [call(mark('x')), refusal] })
    const { result, hello } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ reason: { code: 'content-refused' }, published: { pullRequest: 7 } })
    expect(hello).toBe('Hello, worldx!')
  })
})

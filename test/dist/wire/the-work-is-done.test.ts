import { describe, expect, test } from 'vitest'
import { WIRE_FORMATS } from '../../support/wire/wire-formats.ts'
import {
  answer,
  BRANCH,
  call,
  finish,
  mark,
  openWireWorld,
  read,
  runToItsEnd,
  usageOf,
} from '../support/wire-world.ts'

describe.each(WIRE_FORMATS)('$provider', (format) => {
  test('step by step', async () => {
    const script = [answer({ say: 'I look first.', calls: [read()] }), call(mark('x')), finish]
    const world = await openWireWorld({ format, script })
    const { code, result, hello, tools } = await runToItsEnd(world, format)
    expect(code).toBe(0)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1, 2) })
    expect(result.usage?.costUsd === null).toBe(format.provider === 'openai-compatible')
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✓ read', '✓ edit', '✓ finish'])
    expect(world.github.pullRequests).toMatchObject([{ title: 'Mark the greeting', draft: false }])
  })

  test('with several calls in one answer, in their order', async () => {
    const write = { name: 'write', input: { path: 'docs/new.md', text: 'New.\n' } }
    const script = [answer({ say: 'All at once.', calls: [mark('x'), mark('y'), write, read()] }), finish]
    const world = await openWireWorld({ format, script })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1) })
    expect(hello).toBe('Hello, worldxy!')
    expect(world.github.git('show', `${BRANCH}:docs/new.md`)).toBe('New.')
    expect(tools).toEqual(['✓ edit', '✓ edit', '✓ write', '✓ read', '✓ finish'])
  })

  test('around a call that fails', async () => {
    const missing = { name: 'edit', input: { path: 'hello.txt', old: 'Goodbye', new: 'Hello' } }
    const script = [call(read('missing.txt'), missing, mark('x')), finish]
    const world = await openWireWorld({ format, script })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1) })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✗ read', '✗ edit', '✓ edit', '✓ finish'])
    expect(world.provider.requests[1]?.body).toContain('missing.txt')
  })
})

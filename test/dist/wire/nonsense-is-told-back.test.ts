import { describe, expect, test } from 'vitest'
import { formatsInTurn } from '../../support/wire/wire-formats.ts'
import {
  answer,
  call,
  finish,
  mark,
  openWireWorld,
  read,
  runToItsEnd,
  usageOf,
} from '../support/wire-world.ts'

describe.each(formatsInTurn(0))('$provider', (format) => {
  // Gemini makes the call itself and, where it fails at that, ends the answer as malformed.
  const makesCallsItself = format.provider === 'google'

  test('input that is not JSON', async () => {
    const broken = { name: 'edit', input: '{"path": "hello.txt", "old": "wor' }
    const world = await openWireWorld({ format, script: [call(broken), call(mark('x')), finish] })
    const { result, hello, tools, answered } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published' })
    expect(hello).toBe('Hello, worldx!')
    if (makesCallsItself) {
      expect(answered).toEqual(usageOf(1, 2))
      expect(tools).toEqual(['✓ edit', '✓ finish'])
    } else {
      expect(result.usage).toMatchObject(usageOf(0, 1, 2))
      expect(tools).toEqual(['✗ edit', '✓ edit', '✓ finish'])
      expect(world.provider.requests[1]?.body).toContain('not valid JSON')
    }
  })

  test('input that does not fit the tool', async () => {
    const wrong = [
      { name: 'read', input: { path: 7 } },
      { name: 'edit', input: {} },
    ]
    const world = await openWireWorld({ format, script: [call(...wrong, mark('x')), finish] })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1) })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✗ read', '✗ edit', '✓ edit', '✓ finish'])
    expect(world.provider.requests[1]?.body).toMatch(/The call of read is not valid.*path/)
  })

  test.skipIf(makesCallsItself)('input that is no object', async () => {
    const wrong = [
      { name: 'read', input: '["hello.txt"]' },
      { name: 'read', input: '"hello.txt"' },
      { name: 'read', input: 'null' },
    ]
    const world = await openWireWorld({ format, script: [call(...wrong, mark('x')), finish] })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1) })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✗ read', '✗ read', '✗ read', '✓ edit', '✓ finish'])
  })

  test('a tool that there is not', async () => {
    const unknown = { name: 'run_shell', input: { command: 'ls' } }
    const world = await openWireWorld({ format, script: [call(unknown), call(mark('x')), finish] })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1, 2) })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✗ run_shell', '✓ edit', '✓ finish'])
    expect(world.provider.requests[1]?.body).toMatch(/There is no such tool\. The tools are /)
  })

  test('names that no tool could have, and one that is nearly a tool', async () => {
    const odd = [
      { name: 'my tool', input: {} },
      { name: 'functions.edit', input: mark('x').input },
    ]
    const world = await openWireWorld({ format, script: [call(...odd), finish] })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1) })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✗ my tool', '✓ edit', '✓ finish'])
  })

  test.skipIf(makesCallsItself)('input that is an object in a text', async () => {
    const { name, input } = mark('x')
    const script = [call({ name, input: JSON.stringify(JSON.stringify(input)) }), finish]
    const { result, hello } = await runToItsEnd(await openWireWorld({ format, script }), format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1) })
    expect(hello).toBe('Hello, worldx!')
  })

  test('an answer that says nothing, at the start and after a call', async () => {
    const script = [answer({}), call(read()), answer({}), call(mark('x')), finish]
    const world = await openWireWorld({ format, script })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1, 2, 3, 4) })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✓ read', '✓ edit', '✓ finish'])
    expect(world.provider.requests[1]?.body).toContain('called no tool')
  })

  test('an answer of white space alone, and some before a call', async () => {
    const script = [answer({ say: '\n \n' }), answer({ say: '\n\n', calls: [mark('x')] }), finish]
    const world = await openWireWorld({ format, script })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1, 2) })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✓ edit', '✓ finish'])
  })

  test('an answer of nothing but calls that fail, then one of the same call over and over', async () => {
    const missing = [1, 2, 3, 4, 5].map((n) => read(`missing-${n}.txt`))
    const script = [call(...missing), call(read(), read(), read(), read()), call(mark('x')), finish]
    const world = await openWireWorld({ format, script })
    const { result, hello } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1, 2, 3) })
    expect(hello).toBe('Hello, worldx!')
  })

  test('nothing but empty answers', async () => {
    const world = await openWireWorld({ format, script: [answer({}), answer({}), answer({}), finish] })
    const { result, hello } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'agent-stuck' }, published: null })
    expect(hello).toBeNull()
  })

  test('an answer that the output limit ends in the middle of a call', async () => {
    const cut = answer({ say: 'I mark it.', calls: [mark('x'), mark('y')], end: 'length' })
    const world = await openWireWorld({ format, script: [cut, call(mark('z')), finish] })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1, 2) })
    // The whole call counts, the half one does not; Gemini does not send what is not whole.
    expect(hello).toBe('Hello, worldxz!')
    expect(tools).toEqual(['✓ edit', ...(makesCallsItself ? [] : ['✗ edit']), '✓ edit', '✓ finish'])
  })

  test('an answer that the output limit ends before a call is whole', async () => {
    const cut = answer({ say: 'I mark it.', calls: [mark('x')], end: 'length' })
    const world = await openWireWorld({ format, script: [cut, call(mark('y')), finish] })
    const { result, hello } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1, 2) })
    expect(hello).toBe('Hello, worldy!')
    if (makesCallsItself) expect(world.provider.requests[1]?.body).toContain('cut off at the output limit')
  })
})

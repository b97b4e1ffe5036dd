import { expect, test } from 'vitest'
import { WIRE_FORMATS } from '../../fakes/model/wire/wire-formats.ts'
import { startBundle } from '../../support/whole-run/start-bundle.ts'
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
} from '../../support/whole-run/wire-world.ts'

test.each(WIRE_FORMATS)(
  '$provider: one call per step, several calls in one step, and calls that fail',
  async (format) => {
    const missing = { name: 'edit', input: { path: 'hello.txt', old: 'Goodbye', new: 'Hello' } }
    const write = { name: 'write', input: { path: 'docs/new.md', text: 'New.\n' } }
    const script = [
      answer({ say: 'I look first.', calls: [read()] }),
      call(read('missing.txt'), missing, mark('x')),
      answer({ say: 'All together.', calls: [mark('y'), mark('z'), write, read()] }),
      finish,
    ]
    const world = await openWireWorld({ format, script, startAction: startBundle })
    const { code, result, hello, tools } = await runToItsEnd(world, format)
    expect(code).toBe(0)
    expect(result).toMatchObject({ outcome: 'published', usage: usageOf(0, 1, 2, 3) })
    expect(result.usage?.costUsd === null).toBe(format.provider === 'openai-compatible')
    expect(hello).toBe('Hello, worldxyz!')
    expect(world.github.git('show', `${BRANCH}:docs/new.md`)).toBe('New.')
    const second = ['✗ read', '✗ edit', '✓ edit']
    const third = ['✓ edit', '✓ edit', '✓ write', '✓ read']
    expect(tools).toEqual(['✓ read', ...second, ...third, '✓ finish'])
    expect(world.provider.requests[2]?.body).toContain('missing.txt')
    expect(world.github.pullRequests).toMatchObject([{ title: 'Mark the greeting', draft: false }])
  },
)

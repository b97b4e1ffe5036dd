import { expect, test } from 'vitest'
import { runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, finish } from '../../../support/whole-run/wire-world.ts'

const rules = { allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 1, maxBytes: 1_000_000 }
const write = (path: string) => ({ name: 'write', input: { path, text: 'x\n' } })
const revoked = { kind: 'failure', status: 401, message: 'the key is revoked' } as const

test('a failure of the model and a refused change are both reported', async () => {
  const { result, run } = await runAgent({
    assignment: { rules },
    script: () => (_, index) => (index === 0 ? call(write('a.txt'), write('b.txt')) : revoked),
  })
  expect(result).toMatchObject({
    outcome: 'failed',
    reason: { code: 'change-too-large' },
    published: null,
    patchDescription: { endedBy: { code: 'model-refused' } },
  })
  const message = result?.outcome === 'failed' ? result.reason.message : ''
  expect(message).toMatch(
    /larger than the project allows.*The work had ended early before that:.*key is revoked/,
  )
  expect(run.summary).toContain('the key is revoked')
})

test('a single reason is reported once', async () => {
  const read = call({ name: 'read', input: { path: 'hello.txt' } })
  const { result } = await runAgent({ script: () => (_, index) => (index === 0 ? read : revoked) })
  const message = result?.outcome === 'failed' ? result.reason.message : ''
  expect(message.match(/the key is revoked/g)).toHaveLength(1)
  const large = await runAgent({
    assignment: { rules },
    // The work is sent back three times before the run ends.
    script: () => [call(write('a.txt'), write('b.txt')), finish, finish, finish, finish],
  })
  expect(JSON.stringify(large.result)).not.toContain('ended early')
})

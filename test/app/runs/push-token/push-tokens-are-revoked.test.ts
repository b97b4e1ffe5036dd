import { expect, test } from 'vitest'
import { issuePushToken } from '../../../../src/app/runs/push-token.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { verifyDelivery } from '../../../../src/app/runs/verify-delivery.ts'
import { claimedRun, identity, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

test('only the last of three simultaneous push tokens stays valid, until the result revokes it', async () => {
  const live = new Set<string>()
  let minted = 0
  const github = dispatchingGithub([], {
    mintPushToken: async () => {
      const token = `ghs_${++minted}`
      live.add(token)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return { token, owner: 'acme', name: 'docs' }
    },
    revokeToken: async (token) => void live.delete(token),
    readBranchHead: async () => null,
  })
  const world = await useCases(github)
  const { run, job } = await claimedRun(world)
  const plan = { files: 1, additions: 1, deletions: 0 }
  const answers = await Promise.all(
    [1, 2, 3].map(() => issuePushToken(world, identity(), run, SECRET, { acknowledged: 1, plan })),
  )
  expect(answers.map(({ kind }) => kind)).toEqual(['issued', 'issued', 'issued'])
  expect(live.size).toBe(1)

  const result = { outcome: 'no-change', acknowledged: 1, summary: null, usage: null, headSha: null } as const
  await recordResult(world, run, SECRET, result)
  await verifyDelivery(world, await job())
  expect(live.size).toBe(0)
  expect((await job()).run.state).toBe('succeeded')
})

test('a push token is revoked once, although the delivery is read repeatedly', async () => {
  const revoked: string[] = []
  const github = dispatchingGithub([], {
    mintPushToken: async () => ({ token: 'ghs_1', owner: 'acme', name: 'docs' }),
    revokeToken: async (token) => void revoked.push(token),
    // Not what the runner reports.
    readBranchHead: async () => 'b'.repeat(40),
  })
  const world = await useCases(github)
  const { run, job } = await claimedRun(world)
  const plan = { files: 1, additions: 1, deletions: 0 }
  await issuePushToken(world, identity(), run, SECRET, { acknowledged: 1, plan })
  const result = { outcome: 'no-change', acknowledged: 1, summary: null, usage: null, headSha: null } as const
  await recordResult(world, run, SECRET, result)
  for (let look = 0; look < 3; look++) await verifyDelivery(world, await job())
  expect((await job()).run.state).toBe('delivered')
  expect(revoked).toEqual(['ghs_1'])
})

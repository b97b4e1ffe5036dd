import { expect, test } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { issuePushToken } from '../../../../src/app/runs/push-token.ts'
import { identity, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

test('a claim after a rename without a webhook returns the new name', async () => {
  let name = 'docs'
  const mint = (token: string) => async () => ({ token, owner: 'acme', name })
  const github = dispatchingGithub([], {
    mintFetchToken: mint('ghs_read'),
    mintPushToken: mint('ghs_push'),
  })
  const world = await useCases(github)
  const { id } = await world.newJob()
  await dispatchRun(world, await world.job(id))
  const run = runId({ project: 'prj_ya', job: id, run: 1 })

  name = 'manual'
  const claimed = await claimRun(world, identity(), SECRET, { run, protocol: 1 })
  const repository = { id: 1234, owner: 'acme', name, url: 'https://github.com/acme/manual', private: true }
  expect(claimed).toMatchObject({ kind: 'claimed', assignment: { repository } })

  name = 'handbook'
  const plan = { files: 1, additions: 1, deletions: 0 }
  expect(await issuePushToken(world, identity(), run, SECRET, { acknowledged: 1, plan })).toEqual({
    kind: 'issued',
    token: 'ghs_push',
    repository: { owner: 'acme', name: 'handbook' },
  })
})

import { expect, test } from 'vitest'
import { runId } from '../../../src/app/domain/run-id.ts'
import { GithubRefused } from '../../../src/app/github/errors.ts'
import type { Github } from '../../../src/app/github/github.ts'
import { loadProject } from '../../../src/app/projects/project.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { claimRun } from '../../../src/app/runs/claim-run.ts'
import { dispatchRun } from '../../../src/app/runs/dispatch-run.ts'
import { issuePushToken } from '../../../src/app/runs/push-token.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { claimedRun, identity, SECRET } from '../../support/app/claimed-run.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

const ACME = { id: 77, login: 'acme' }
const gone = new GithubRefused(reason('app-uninstalled'))

/** Nothing is asked as the installation that the project knows, when it has ended; nobody was told of the new one. */
function reinstalled(over: Partial<Github> = {}) {
  const state = { hasEnded: true }
  const ask =
    <T>(answer: T) =>
    async ({ installationId }: { installationId: number }): Promise<T> => {
      if (state.hasEnded && installationId === 1) throw gone
      return answer
    }
  const github = dispatchingGithub([], {
    readDefaultHead: ask(DEFAULT_HEAD),
    mintFetchToken: ask({ token: 'ghs_read', owner: 'acme', name: 'docs' }),
    mintPushToken: ask({ token: 'ghs_push', owner: 'acme', name: 'docs' }),
    findInstallation: async () => ({ id: 2, account: ACME, suspended: false, permissions: {} }),
    readRepository: async () => ({
      id: 1234,
      owner: ACME,
      name: 'docs',
      private: true,
      archived: false,
      defaultBranch: 'main',
      url: 'https://github.com/acme/docs',
    }),
    ...over,
  })
  return { github, state }
}

test('a queued run continues, and does not report another account', async () => {
  const world = await useCases(reinstalled().github)
  const { id } = await world.newJob()
  const key = { project: 'prj_ya', job: id }
  await advanceDueJob(world, key)
  expect((await world.job(id)).run.dueAt).toBeGreaterThan(world.clock.at)
  world.clock.at += 2_000
  await advanceDueJob(world, key)
  expect((await world.job(id)).run).toMatchObject({ state: 'dispatched', reason: null })
  expect(await loadProject(world.store, 'prj_ya')).toMatchObject({ installationId: 2, accountId: 77 })
})

test('a runner gets its assignment after a reinstallation', async () => {
  const { github, state } = reinstalled()
  const world = await useCases(github)
  state.hasEnded = false
  const { id } = await world.newJob()
  await dispatchRun(world, await world.job(id))
  state.hasEnded = true
  const run = runId({ project: 'prj_ya', job: id, run: 1 })
  expect((await claimRun(world, identity(), SECRET, { run, protocol: 1 })).kind).toBe('claimed')
})

test('a runner gets its push token after a reinstallation', async () => {
  const { github, state } = reinstalled()
  const world = await useCases(github)
  state.hasEnded = false
  const { run } = await claimedRun(world)
  state.hasEnded = true
  const plan = { files: 1, additions: 1, deletions: 0 }
  const issued = await issuePushToken(world, identity(), run, SECRET, { acknowledged: 1, plan })
  expect(issued).toEqual({ kind: 'issued', token: 'ghs_push', repository: { owner: 'acme', name: 'docs' } })
})

test('the run fails with its reason if the new installation is suspended', async () => {
  const suspended = new GithubRefused(reason('app-suspended'))
  const world = await useCases(reinstalled({ readRepository: () => Promise.reject(suspended) }).github)
  const { id } = await world.newJob()
  await advanceDueJob(world, { project: 'prj_ya', job: id })
  expect((await world.job(id)).run).toMatchObject({ state: 'failed', reason: { code: 'app-suspended' } })
})

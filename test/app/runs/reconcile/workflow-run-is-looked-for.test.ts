import { expect, test } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { GithubRefused } from '../../../../src/app/github/errors.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import type { WorkflowRun } from '../../../../src/app/github/workflow-run.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { cleanUpRun, rescheduleCleanup } from '../../../../src/app/runs/clean-up-run.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { pacingKeys } from '../../../../src/app/runs/github-pacing.ts'
import { reconcileRun } from '../../../../src/app/runs/reconcile-run.ts'
import { displayTitle } from '../../../../src/contract/github.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { claimedRun, type UseCases } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const HOUR = 3_600_000
const URL = 'https://github.com/acme/docs/actions/runs/2002'
const shown: WorkflowRun = {
  ...{ id: 2002, url: URL, displayTitle: '', status: 'queued', conclusion: null, attempt: 1 },
}

async function changeProject({ store }: Pick<UseCases, 'store'>, changes: object | null): Promise<void> {
  const place = projectKeys.record('prj_ya')
  const project = JSON.parse((await store.get(place)) ?? '')
  await (changes === null
    ? store.commit({ del: [place] })
    : store.commit({ set: [{ key: place, value: JSON.stringify({ ...project, ...changes }) }] }))
}

/** A run whose dispatch was not answered with the id of its workflow run. */
async function unnamedRun(over: Partial<Github> = {}) {
  const sought: Parameters<Github['findWorkflowRun']>[1][] = []
  const github = dispatchingGithub([], {
    dispatchWorkflow: async () => ({ kind: 'started', workflowRunId: null, url: null }),
    findWorkflowRun: async (repository, query) => {
      expect(repository).toEqual({ installationId: 1, id: 1234, owner: 'acme', name: 'docs' })
      sought.push(query)
      return shown
    },
    ...over,
  })
  const world = await useCases(github)
  const { id } = await world.newJob()
  world.clock.at += 5000
  await dispatchRun(world, await world.job(id))
  return { world, sought, id, job: () => world.job(id), dispatchedAt: world.clock.at }
}

const titleOf = (job: string): string => displayTitle(runId({ project: 'prj_ya', job, run: 1 }))

test('an open run is found by its title, among those since a minute before its dispatch', async () => {
  const { world, sought, id, job, dispatchedAt } = await unnamedRun()
  world.clock.at += 30_000
  await reconcileRun(world, await job())
  expect(sought).toEqual([
    { file: 'prentice.yml', title: titleOf(id), since: new Date(dispatchedAt - 60_000) },
  ])
  expect((await job()).run).toMatchObject({ state: 'dispatched', workflowRunId: 2002, workflowRunUrl: URL })
  expect((await job()).run.dueAt).toBeGreaterThan(world.clock.at)
})

test('a run that has its workflow run keeps its URL', async () => {
  const github = dispatchingGithub([], { readWorkflowRun: async (_, id) => ({ ...shown, id, url: 'other' }) })
  const world = await useCases(github)
  const { id } = await world.newJob()
  await dispatchRun(world, await world.job(id))
  await reconcileRun(world, await world.job(id))
  expect((await world.job(id)).run).toMatchObject({
    workflowRunId: 1001,
    workflowRunUrl: 'https://github.com/acme/docs/x',
  })
})

test('an ended run is found among those since a minute before its job', async () => {
  const { world, sought, id, job } = await unnamedRun({ cancelWorkflowRun: async () => {} })
  await cancelJob(world, { project: 'prj_ya', job: id }, A_TEST)
  const [cleanup] = (await job()).cleanups
  if (cleanup === undefined) throw new Error('there is no cleanup')
  await cleanUpRun(world, await job(), cleanup)
  const since = new Date((await job()).createdAt - 60_000)
  expect(sought).toEqual([{ file: 'prentice.yml', title: titleOf(id), since }])
  expect((await job()).cleanups).toMatchObject([{ workflowRunId: 2002 }])
})

test('an ended run is finished as soon as its workflow run is completed', async () => {
  const { world, id, job } = await unnamedRun({
    findWorkflowRun: async () => ({ ...shown, status: 'completed', conclusion: 'success' }),
  })
  await cancelJob(world, { project: 'prj_ya', job: id }, A_TEST)
  const [cleanup] = (await job()).cleanups
  if (cleanup === undefined) throw new Error('there is no cleanup')
  await cleanUpRun(world, await job(), cleanup)
  expect((await job()).cleanups).toEqual([])
})

test('a run of a repository that has another owner now fails', async () => {
  const { world, sought, job } = await unnamedRun()
  await changeProject(world, { accountId: 78 })
  await reconcileRun(world, await job())
  expect((await job()).run).toMatchObject({ state: 'failed', reason: { code: 'repository-transferred' } })
  expect(sought).toEqual([])
})

test.each([
  ['without an installation', { installationId: null }, 'app-uninstalled'],
  ['that was deleted', { installationId: null, isDeleted: true }, 'repository-gone'],
  ['without a record', null, 'app-uninstalled'],
])('a project %s counts as a refusal of GitHub', async (_, changes, code) => {
  const { world, job } = await unnamedRun()
  await changeProject(world, changes)
  const failure = await reconcileRun(world, await job()).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(GithubRefused)
  expect(failure).toMatchObject({ reason: { code } })
})

/** A cancelled run, and its cleanup. */
async function cleaning(
  over: Partial<Github>,
  encryptedToken: (world: UseCases) => string | null = () => null,
) {
  const world = await useCases(dispatchingGithub([], over))
  const { key, job } = await claimedRun(world)
  const token = encryptedToken(world)
  if (token !== null) {
    const publishing = { acknowledged: 1, replaces: null, encryptedToken: token, dueAt: 0 }
    await advanceJob(world, key, { type: 'publishing', ...publishing })
  }
  await cancelJob(world, key, A_TEST)
  const entry = async () => {
    const [cleanup] = (await job()).cleanups
    if (cleanup === undefined) throw new Error('there is no cleanup')
    return cleanup
  }
  return { world, job, entry, cleanUp: async () => cleanUpRun(world, await job(), await entry()) }
}

const ended = { readWorkflowRun: async () => ({ ...shown, status: 'completed' as const }) }

test('without an installation, nothing is left to clean up', async () => {
  const { world, job, cleanUp } = await cleaning({})
  await changeProject(world, { installationId: null })
  await cleanUp()
  expect((await job()).cleanups).toEqual([])
})

test('the push token is revoked once, also if the workflow run cannot be read', async () => {
  const revoked: string[] = []
  const { job, entry, cleanUp } = await cleaning(
    {
      revokeToken: async (token) => void revoked.push(token),
      readWorkflowRun: async () => {
        throw new Error('a broken connection')
      },
    },
    (world) => world.tokenCipher.encrypt('ghs_push'),
  )
  expect((await entry()).encryptedToken).not.toBeNull()
  await expect(cleanUp()).rejects.toThrow('a broken connection')
  expect((await entry()).encryptedToken).toBeNull()
  await expect(cleanUp()).rejects.toThrow('a broken connection')
  expect(revoked).toEqual(['ghs_push'])
  expect((await job()).cleanups).toHaveLength(1)
})

test('a cleanup that GitHub refuses is retried until a day has passed', async () => {
  const { world, job, entry, cleanUp } = await cleaning({
    readWorkflowRun: async () => {
      throw new GithubRefused(reason('app-suspended'))
    },
  })
  const { since } = await entry()
  world.clock.at = since + 24 * HOUR - 1
  await cleanUp()
  expect(await entry()).toMatchObject({ tries: 1, dueAt: expect.any(Number) })
  expect((await entry()).dueAt).toBeGreaterThan(world.clock.at)
  world.clock.at = since + 24 * HOUR
  await cleanUp()
  expect((await job()).cleanups).toEqual([])
})

test('a cancellation waits until the pace of the installation has room', async () => {
  const cancelled: number[] = []
  const { world, entry, cleanUp } = await cleaning({
    readWorkflowRun: async (_, id) => ({ ...shown, id }),
    cancelWorkflowRun: async (_, id) => void cancelled.push(id),
  })
  const usedUntil = world.clock.at + 60_000
  const set = [{ key: pacingKeys.lastSlot(1), value: JSON.stringify({ usedUntil, by: 'prj_x' }) }]
  await world.store.commit({ set })
  await cleanUp()
  expect(cancelled).toEqual([])
  const freeAt = usedUntil + world.paces.end.everyMs - world.paces.end.aheadMs
  expect(freeAt).toBeGreaterThan(world.clock.at)
  expect(await entry()).toMatchObject({ dueAt: freeAt, cancel: true, workflowRunId: 1001, tries: 0 })
  world.clock.at = freeAt
  await cleanUp()
  expect(cancelled).toEqual([1001])
})

test('a cleanup is postponed to the time that GitHub names', async () => {
  const { world, job, entry } = await cleaning(ended)
  const dueAt = world.clock.at + 12_345
  await rescheduleCleanup(world, await job(), await entry(), dueAt)
  expect((await entry()).dueAt).toBe(dueAt)
  expect((await job()).dueAt).toBe(dueAt)
})

import { expect, test } from 'vitest'
import { runId } from '../../../src/app/domain/run-id.ts'
import { GithubRefused } from '../../../src/app/github/errors.ts'
import type { Github } from '../../../src/app/github/github.ts'
import type { InstalledRepository } from '../../../src/app/github/repository.ts'
import { advanceJob } from '../../../src/app/job-store/update-job.ts'
import { addProjects } from '../../../src/app/projects/installed-projects.ts'
import { loadProject } from '../../../src/app/projects/project.ts'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { claimRun } from '../../../src/app/runs/claim-run.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { claimedRun, identity, SECRET } from '../../support/app/claimed-run.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

const UMBRELLA = { id: 88, login: 'umbrella' }
const THERE: InstalledRepository = {
  id: 1234,
  owner: UMBRELLA,
  name: 'manual',
  private: true,
  archived: false,
  defaultBranch: 'main',
  url: 'https://github.com/umbrella/manual',
}

/** As of now the repository is umbrella's, who has the App as installation 2; the old one finds nothing. */
const moved: Partial<Github> = {
  readDefaultHead: async ({ installationId }) => {
    if (installationId === 1) throw new GithubRefused(reason('repository-gone', 'Not Found'))
    return { ...DEFAULT_HEAD, owner: 'umbrella', ownerId: 88, name: 'manual' }
  },
  findInstallation: async () => ({ id: 2, account: UMBRELLA, suspended: false, permissions: {} }),
  readRepository: async () => THERE,
}

const key = (job: string) => ({ project: 'prj_ya', job })

test('a queued run of the old owner fails and names the new repository; a key of the new owner continues the job', async () => {
  const dispatched: string[] = []
  const world = await useCases(dispatchingGithub(dispatched, moved))
  const { id } = await world.newJob()
  await advanceDueJob(world, key(id))
  const { run } = await world.job(id)
  expect(run.reason).toMatchObject({
    code: 'repository-transferred',
    message: expect.stringContaining('umbrella/manual'),
  })
  expect(dispatched).toEqual([])
  expect(await loadProject(world.store, 'prj_ya')).toMatchObject({
    accountId: 88,
    installationId: 2,
    name: 'manual',
  })

  await world.message(id, 'go on')
  await advanceDueJob(world, key(id))
  expect(dispatched).toEqual([runId({ ...key(id), run: 2 })])
})

test('a run that was queued before the webhook fails, too', async () => {
  const dispatched: string[] = []
  const world = await useCases(dispatchingGithub(dispatched, moved))
  const { id } = await world.newJob()
  await addProjects(world, { id: 2, account: UMBRELLA }, [THERE])
  await advanceDueJob(world, key(id))
  expect((await world.job(id)).run.reason?.code).toBe('repository-transferred')
  expect(dispatched).toEqual([])
})

test('a runner of the old owner gets no assignment, and its run fails', async () => {
  const world = await useCases(dispatchingGithub([], { readWorkflowRun: async () => null }))
  const { id } = await world.newJob()
  await advanceDueJob(world, key(id))
  const run = runId({ ...key(id), run: 1 })
  const there = { workflowRef: 'umbrella/manual/.github/workflows/prentice.yml@refs/heads/main' }
  const other = identity({ ...there, jobWorkflowRef: there.workflowRef, repositoryOwnerId: 88 })
  // A workflow run that is not the expected one ends no run, no matter which account owns it.
  const forged = { ...other, workflowRunId: 666 }
  expect(await claimRun(world, forged, SECRET, { run, protocol: 1 })).toMatchObject({
    why: 'wrong-workflow-run',
  })
  expect((await world.job(id)).run.state).toBe('dispatched')
  const claimed = await claimRun(world, other, SECRET, { run, protocol: 1 })
  expect(claimed).toMatchObject({
    kind: 'refused',
    why: 'run-ended',
    message: expect.stringContaining('umbrella/manual'),
  })
  expect((await world.job(id)).run.reason?.code).toBe('repository-transferred')
})

test('the run of a silent runner fails after the transfer is known', async () => {
  const world = await useCases()
  const { job, key: runKey } = await claimedRun(world)
  await addProjects(world, { id: 2, account: UMBRELLA }, [THERE])
  await advanceDueJob(world, runKey)
  expect((await job()).run.reason?.code).toBe('repository-transferred')
})

test('a reported result is verified at the new location', async () => {
  const world = await useCases(
    dispatchingGithub([], {
      ...moved,
      readDefaultHead: async () => DEFAULT_HEAD,
      readBranchHead: async ({ installationId }) => {
        if (installationId === 1) throw new GithubRefused(reason('repository-gone', 'Not Found'))
        return null
      },
    }),
  )
  const { job, key: runKey } = await claimedRun(world)
  const report = { outcome: 'no-change', headSha: null, pullRequest: null, reason: null } as const
  await advanceJob(world, runKey, { type: 'reported', acknowledged: 1, report, usage: null })
  await advanceDueJob(world, runKey)
  expect((await job()).run.state).toBe('delivered')
  world.clock.at += 3_000
  await advanceDueJob(world, runKey)
  expect((await job()).run).toMatchObject({ state: 'succeeded', reason: { code: 'no-change' } })
})

test('a public repository at an account without the App can be read, but gets no runs', async () => {
  const head = { ...DEFAULT_HEAD, owner: 'nobody', ownerId: 99 }
  const world = await useCases(dispatchingGithub([], { readDefaultHead: async () => head }))
  const { id } = await world.newJob()
  await advanceDueJob(world, key(id))
  expect((await world.job(id)).run.reason).toMatchObject({
    code: 'repository-transferred',
    message: expect.stringContaining('it is nobody/docs'),
  })
})

test.each<[string, Partial<Github>]>([
  [
    'its old name belongs to another one',
    { readRepository: async () => Promise.reject(new GithubRefused(reason('repository-gone', 'another'))) },
  ],
  ['nobody has it', { findInstallation: async () => null }],
])('a repository is not followed if %s', async (_, over) => {
  const world = await useCases(dispatchingGithub([], { ...moved, ...over }))
  const { id } = await world.newJob()
  await advanceDueJob(world, key(id))
  expect((await world.job(id)).run.reason?.code).toBe('repository-gone')
  expect((await loadProject(world.store, 'prj_ya'))?.accountId).toBe(77)
})

test('a transfer to an account outside ALLOWED_ACCOUNTS creates no project', async () => {
  const world = await useCases(dispatchingGithub([], moved), { isAllowed: () => false })
  const { id } = await world.newJob()
  await advanceDueJob(world, key(id))
  expect((await world.job(id)).run.reason?.message).toContain('this server does not serve that account')
  expect((await loadProject(world.store, 'prj_ya'))?.accountId).toBe(77)
})

test('a project without an installation is found by its old name, too', async () => {
  const world = await useCases(dispatchingGithub([], moved))
  const { id } = await world.newJob()
  await changeProject(world.store, 'prj_ya', (project) => ({ ...project, installationId: null }))
  await advanceDueJob(world, key(id))
  expect((await world.job(id)).run.reason?.code).toBe('repository-transferred')
})

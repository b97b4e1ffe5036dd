import { expect, test } from 'vitest'
import { applied } from '../../../src/app/domain/run-state-machine.ts'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import type { Github } from '../../../src/app/github/github.ts'
import type { PullRequest } from '../../../src/app/github/pull-request.ts'
import { updateJob } from '../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../src/app/jobs/cancel-job.ts'
import { followPullRequest } from '../../../src/app/jobs/follow-pull-request.ts'
import { changeProject, refreshProject } from '../../../src/app/projects/refresh-project.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

const SHA = 'a'.repeat(40)

type DeleteBranch = 'never' | 'merged' | 'closed'

/** A job with the pull request #18 that GitHub shows as `pull`, and the settings of its project. */
async function scene(
  pull: Partial<PullRequest>,
  settings: { archiveOnClose?: boolean; deleteBranch?: DeleteBranch },
  over: Partial<Github> & { isOpen?: boolean } = {},
) {
  const deleted: string[] = []
  const { isOpen = false, ...more } = over
  const shown: { branch: string } = { branch: '' }
  const github = dispatchingGithub([], {
    readPullRequest: async () => ({
      ...{
        number: 18,
        url: 'https://github.com/acme/docs/pull/18',
        state: 'closed',
        merged: false,
        draft: false,
      },
      ...{ headRepositoryId: 1234, headBranch: shown.branch, headSha: SHA },
      ...{ baseRepositoryId: 1234, baseBranch: 'main', authorId: 41 },
      ...pull,
    }),
    readBranchHead: async () => SHA,
    deleteBranch: async (_, branch) => {
      deleted.push(branch)
      return { kind: 'sent' }
    },
    ...more,
  })
  const world = await useCases(github)
  await refreshProject(world, (await world.workRequest()).project)
  await changeProject(world.store, 'prj_ya', (project) => ({
    ...project,
    config: project.config && {
      ...project.config,
      archiveOnClose: settings.archiveOnClose ?? false,
      pullRequest: { ...project.config.pullRequest, deleteBranch: settings.deleteBranch ?? 'never' },
    },
  }))
  const { id } = await world.newJob()
  const key = { project: 'prj_ya', job: id }
  const pullRequest = { number: 18, url: 'https://github.com/acme/docs/pull/18' }
  await updateJob(world, key, (job) => {
    shown.branch = job.branch
    return { transition: applied({ ...job, pullRequest, branchExists: true }), outcome: null }
  })
  if (!isOpen) await cancelJob(world, key, A_TEST)
  return {
    deleted,
    shownState: async () => (await world.job(id)).pullRequest?.state,
    isArchived: async () => (await world.job(id)).archivedAt !== null,
    branch: shown.branch,
    follow: (change: 'closed' | 'reopened', number = 18) => followPullRequest(world, key, { number, change }),
    followSaidAt: (at: number) => followPullRequest(world, key, { number: 18, change: 'closed', at }),
    now: world.now,
    clock: world.clock,
  }
}

test.each<[DeleteBranch, boolean, boolean]>([
  ['never', true, false],
  ['merged', true, true],
  ['merged', false, false],
  ['closed', true, true],
  ['closed', false, true],
])('delete-branch: %s, merged: %s, deletes the branch: %s', async (deleteBranch, merged, isDeleted) => {
  const { follow, deleted, branch } = await scene({ merged }, { deleteBranch })
  expect(await follow('closed')).toBeNull()
  expect(deleted).toEqual(isDeleted ? [branch] : [])
})

test.each<[string, Partial<PullRequest>, Partial<Github> & { isOpen?: boolean }]>([
  ['somebody has pushed to it', {}, { readBranchHead: async () => 'b'.repeat(40) }],
  ['it is gone', {}, { readBranchHead: async () => null }],
  ['it is another branch', { headBranch: 'main' }, {}],
  ['it is in a fork', { headRepositoryId: 5 }, {}],
  ['a run is open', {}, { isOpen: true }],
  ['the pull request was reopened meanwhile', { state: 'open' }, {}],
])('a branch is not deleted if %s', async (_, pull, over) => {
  const { follow, deleted } = await scene(pull, { deleteBranch: 'closed' }, over)
  expect(await follow('closed')).toBeNull()
  expect(deleted).toEqual([])
})

test('the server checks a pull request again that GitHub still shows as open when the webhook of its end arrives', async () => {
  const pull: Partial<PullRequest> = { state: 'open' }
  const { followSaidAt, now, isArchived, clock } = await scene(pull, { archiveOnClose: true })
  const said = now()
  const again = await followSaidAt(said)
  expect(again).toBe(said + 20_000)
  Object.assign(pull, { state: 'closed' })
  clock.at = again ?? 0
  expect(await followSaidAt(said)).toBeNull()
  expect(await isArchived()).toBe(true)
  Object.assign(pull, { state: 'open' })
  clock.at += 20_000
  expect(await followSaidAt(said)).toBeNull()
})

test.each<[Partial<PullRequest>, string]>([
  [{ merged: true }, 'merged'],
  [{}, 'closed'],
  [{ state: 'open', draft: true }, 'draft'],
  [{ state: 'open' }, 'open'],
])('the job records the state of its pull request: %j is %s', async (pull, state) => {
  const { follow, shownState } = await scene(pull, {})
  await follow('closed')
  expect(await shownState()).toBe(state)
  await follow('closed')
  expect(await shownState()).toBe(state)
})

test('a closed pull request archives its job, and a reopened one brings it back', async () => {
  const pull: { state: 'open' | 'closed' } = { state: 'closed' }
  const { follow, isArchived } = await scene(pull, { archiveOnClose: true }, {})
  await follow('reopened')
  expect(await isArchived()).toBe(false)
  await follow('closed')
  await follow('closed')
  expect(await isArchived()).toBe(true)
  await follow('closed', 17)
  await follow('reopened', 17)
  expect(await isArchived()).toBe(true)
})

test('a reopened pull request brings its job back only if its end archives it', async () => {
  for (const archiveOnClose of [true, false]) {
    const state = { now: 'closed' as 'open' | 'closed' }
    const { follow, isArchived } = await scene(
      {
        get state() {
          return state.now
        },
      },
      { archiveOnClose },
    )
    await follow('closed')
    state.now = 'open'
    await follow('closed')
    await follow('reopened')
    expect(await isArchived()).toBe(false)
  }
})

test('an outage of GitHub is retried', async () => {
  const readPullRequest = () => Promise.reject(new GithubUnavailable('down', 1))
  const { follow, isArchived, now } = await scene({}, { archiveOnClose: true }, { readPullRequest })
  expect(await follow('closed')).toBe(now() + 5_000)
  expect(await isArchived()).toBe(false)
})

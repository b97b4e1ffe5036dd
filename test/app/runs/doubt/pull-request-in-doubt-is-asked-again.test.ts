import { describe, expect, test } from 'vitest'
import { updateBranch } from '../../../../src/app/jobs/send-message.ts'
import { changeProject, refreshProject } from '../../../../src/app/projects/refresh-project.ts'
import { doubtWorld } from './doubt-world.ts'

const PULL = 'GET /repos/acme/docs/pulls/5'
const UPDATE = 'PUT /repos/acme/docs/pulls/5/update-branch'
const DISPATCH = 'POST /repos/acme/docs/actions/workflows/prentice.yml/dispatches'
const WORKFLOW = 'GET /repos/acme/docs/actions/workflows/prentice.yml'

const FOR_GOOD = () => true
const TIMES = [1, 2]
const cells = (...requests: readonly string[]) =>
  requests.flatMap((of) =>
    [401, 403, 404].flatMap((status) => TIMES.map((times) => [of, status, times] as const)),
  )

async function closedPullRequest() {
  const given = await doubtWorld()
  const key = await given.withPullRequest('closed')
  await refreshProject(given.world, (await given.world.workRequest()).project)
  await changeProject(given.world.store, 'prj_ya', (project) => ({
    ...project,
    config: project.config && {
      ...project.config,
      archiveOnClose: true,
      pullRequest: { ...project.config.pullRequest, deleteBranch: 'closed' },
    },
  }))
  return { ...given, key, deletion: `DELETE /repos/acme/docs/git/refs/${key.branch}` }
}

describe('the end of a pull request', () => {
  test.each(cells('the pull request', 'its deletion'))(
    'has its effect although %s answers %d, %d times',
    async (what, status, times) => {
      const { github, world, key, deletion, followClosed } = await closedPullRequest()
      github.refuse({
        of: what === 'its deletion' ? deletion : PULL,
        status,
        lasts: (count) => count < times,
      })
      await followClosed(key)
      expect((await world.job(key.job)).archivedAt).not.toBeNull()
      expect(github.answered(deletion)).toBe(1)
    },
  )

  test.each([403, 404])('leaves the branch once GitHub has refused with %d for minutes', async (status) => {
    const { github, key, deletion, followClosed } = await closedPullRequest()
    github.refuse({ of: deletion, status, lasts: FOR_GOOD })
    await followClosed(key)
    expect(github.countOf(deletion)).toBe(4)
    expect(github.answered(deletion)).toBe(0)
  })
})

/** A job that is to be updated from its base, which has another head. */
async function outdated() {
  const given = await doubtWorld()
  const key = await given.withPullRequest('open')
  given.github.showBase('b'.repeat(40))
  await updateBranch(given.world, { ...(await given.world.workRequest()), job: key.job })
  return { ...given, key }
}

describe('a merge on GitHub', () => {
  test.each(cells(UPDATE, PULL, 'GET /repos/acme/docs/git/ref/heads%2Fmain'))(
    'is asked for although %s answers %d, %d times',
    async (of, status, times) => {
      const { github, advance, key } = await outdated()
      github.refuse({ of, status, lasts: (count) => count < times })
      await advance(key.job, 'failed', 4)
      expect(github.answered(UPDATE)).toBe(1)
    },
  )

  test.each([403, 404])('fails once GitHub has refused it with %d for two minutes', async (status) => {
    const { github, advance, key } = await outdated()
    github.refuse({ of: UPDATE, status, lasts: FOR_GOOD })
    expect(await advance(key.job, 'failed', 15)).toMatchObject({
      state: 'failed',
      reason: { code: 'update-refused' },
    })
    expect(github.countOf(UPDATE)).toBe(4)
  })
})

test.each(TIMES)(
  'work continues on its branch although GitHub shows no pull request, %d times',
  async (times) => {
    const given = await doubtWorld()
    const key = await given.withPullRequest('open')
    await given.world.message(key.job, 'more')
    given.github.refuse({ of: PULL, status: 404, lasts: (count) => count < times })
    const before = (await given.world.job(key.job)).branch
    expect(await given.advance(key.job, 'dispatched', 15)).toMatchObject({ state: 'dispatched' })
    expect((await given.world.job(key.job)).branch).toBe(before)
  },
)

describe('a workflow that GitHub does not find at a dispatch', () => {
  const NO_DISPATCH = { of: DISPATCH, status: 404, lasts: FOR_GOOD }

  test('does not fail the run while GitHub shows the workflow', async () => {
    const given = await doubtWorld()
    given.github.showWorkflow('active')
    given.github.refuse(NO_DISPATCH)
    expect(await given.dispatch(30)).toMatchObject({ reason: null })
    given.github.heal()
    expect(await given.dispatch(30)).toMatchObject({ state: 'dispatched', reason: null })
  })

  test.each(['deleted', 'disabled_manually'])('fails the run if it is %s', async (state) => {
    const given = await doubtWorld()
    given.github.showWorkflow(state)
    given.github.refuse(NO_DISPATCH)
    expect(await given.dispatch()).toMatchObject({ state: 'failed', reason: { code: 'workflow-missing' } })
  })

  test('fails the run if GitHub refuses to show it', async () => {
    const given = await doubtWorld()
    given.github.refuse(NO_DISPATCH, { of: WORKFLOW, status: 403, lasts: FOR_GOOD })
    expect(await given.dispatch()).toMatchObject({ state: 'failed', reason: { code: 'workflow-missing' } })
  })
})

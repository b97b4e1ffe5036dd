import { expect, test } from 'vitest'
import type { PullRequest } from '../../../src/app/github/pull-request.ts'
import { archiveJob } from '../../../src/app/jobs/archive-job.ts'
import { buildAssignment } from '../../../src/app/runs/assignment/build-assignment.ts'
import { dispatchRun } from '../../../src/app/runs/dispatch-run.ts'
import { applyOrganisation } from '../../../src/settings/apply-organisation.ts'
import { ANA, AT, comment, triggerWorld, WRITTEN } from './trigger-world.ts'

const PULL: PullRequest = {
  ...{ number: 18, url: 'https://github.com/acme/docs/pull/18', state: 'open', draft: false, merged: false },
  ...{ headRepositoryId: 1234, headBranch: 'bobs-feature', headSha: 'a'.repeat(40) },
  ...{ baseRepositoryId: 1234, baseBranch: 'main', authorId: 77 },
}
const ALL = 'triggers: { pull-requests: all }'

const world = (pull: Partial<PullRequest> = {}, settings = ALL) =>
  triggerWorld({
    settings,
    github: {
      readPullRequest: async () => ({ ...PULL, ...pull }),
      readReview: async () => ({
        ...{ id: 70, authorId: ANA.id, state: 'commented', body: '/prentice please' },
        comments: [
          {
            id: 1,
            authorId: ANA.id,
            body: 'Tabs.',
            path: 'a.md',
            hunk: '+a',
            line: 1,
            thread: 1,
            updatedAt: AT,
          },
        ],
      }),
      react: async () => WRITTEN,
      readProjectFiles: async () => ({
        settings: [{ path: '.github/prentice.yml', text: settings }],
        instructions: [],
      }),
    },
  })

const onPull = (text: string, id = 900) =>
  comment(text, {
    ...{ comment: id, isPullRequest: true, openedBy: 77 },
    issue: { number: 18, title: "Bob's feature", body: '', author: null },
  })

test('work starts from the branch of the pull request, and closes nothing', async () => {
  const { receive, work, asked, ...rest } = await world()
  await receive(onPull('/prentice fix the test'))
  await work()
  const [{ job } = { job: null }] = await asked()
  expect(job).toMatchObject({
    base: 'bobs-feature',
    origin: { kind: 'github', issue: 18, onPullRequest: true },
  })
  if (job === null) throw new Error('there is no job')
  await dispatchRun(rest, job)
  const key = { project: 'prj_ya', job: job.id, run: 1 }
  const assignment = await buildAssignment(rest, key, await rest.job(job.id), {
    isPublic: false,
    allowsSetup: true,
  })
  expect(assignment).toMatchObject({ base: 'bobs-feature', baseFrom: 'job' })
  expect(assignment.branch).not.toBe('bobs-feature')
  expect(assignment.issue).toBeUndefined()
})

test('a further comment or review continues that job, and a new job replaces an archived one', async () => {
  const given = await world()
  const { receive, work, asked } = given
  await receive(onPull('/prentice fix the test'))
  await work()
  await receive(onPull('/prentice and the docs', 901))
  await receive({
    ...{ kind: 'review', review: 70, comment: null, text: '/prentice please', pullRequest: 18 },
    ...{ openedBy: 77, sender: ANA, isMember: true, at: AT },
  })
  await work()
  expect((await asked()).map(({ messages }) => messages.length)).toEqual([3])
  await archiveJob(
    given,
    { project: 'prj_ya', job: (await asked())[0]?.job.id ?? '' },
    { kind: 'server', id: null, name: 'x', via: 'server', address: null },
  )
  given.clock.at += 1000
  await receive(onPull('/prentice once more', 902))
  await work()
  expect((await asked()).map(({ messages }) => messages.length)).toEqual([3, 1])
})

test('a review starts a job, too', async () => {
  const { receive, work, asked } = await world()
  await receive({
    ...{ kind: 'review', review: 70, comment: null, text: '/prentice please', pullRequest: 18 },
    ...{ openedBy: 77, sender: ANA, isMember: true, at: AT },
  })
  await work()
  expect(await asked()).toMatchObject([
    {
      job: { base: 'bobs-feature' },
      messages: [{ text: expect.stringContaining('Comment on a.md, line 1') }],
    },
  ])
})

test.each<[string, Partial<PullRequest>, string, string]>([
  ['of a fork', { headRepositoryId: 99 }, ALL, 'is in a fork'],
  ['of a deleted fork', { headRepositoryId: null }, ALL, 'is in a fork'],
  ['that is closed', { state: 'closed' }, ALL, 'only on open pull requests'],
  ['from the default branch', { headBranch: 'main' }, ALL, 'only on open pull requests'],
  ['without the setting', {}, '', 'set `pull-requests: all`'],
])('a pull request %s is answered with the reason', async (_, pull, settings, told) => {
  const given = await world(pull, settings)
  await given.receive(onPull('/prentice fix the test'))
  await given.work()
  expect(await given.asked()).toEqual([])
  expect(given.told.at(-1)).toMatchObject({ issue: 18, comment: expect.stringContaining(told) })
})

test('an organisation can keep Prentice to its own pull requests', () => {
  const narrowed = applyOrganisation(
    { triggers: { 'pull-requests': 'own' } },
    { triggers: { 'pull-requests': 'all' } },
  )
  expect(narrowed.triggers).toEqual({ 'pull-requests': 'own' })
})

test.each(['status', 'stop', 'retry', 'update'])(
  '`%s` before any job says how to start one',
  async (verb) => {
    const given = await world()
    await given.receive(onPull(`/prentice ${verb}`))
    await given.work()
    expect(given.told.at(-1)).toMatchObject({
      issue: 18,
      comment: expect.stringMatching(
        /^No job was started here\. Comment `\/prentice` with what to do to start one\./,
      ),
    })
  },
)

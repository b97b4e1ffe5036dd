import { expect, test } from 'vitest'
import { statusOf } from '../../../../src/app/domain/job-view.ts'
import { jobKeys } from '../../../../src/app/job-store/job-record.ts'
import { updateJob } from '../../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { loadProject } from '../../../../src/app/projects/project.ts'
import { parseQueueKey } from '../../../../src/app/store/keys.ts'
import { receiveCheckFailure, receiveCiFailure } from '../../../../src/app/triggers/reports/ci-failure.ts'
import { receiveBasePush } from '../../../../src/app/triggers/reports/work-on-conflicts.ts'
import type {
  LabelRequest,
  ReviewRequest,
  TriggerRequest,
} from '../../../../src/app/triggers/trigger-request.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { showPullRequest } from '../../../support/app/show-pull-request.ts'
import { ownPullRequest } from '../../runs/reconcile/own-pull-request.ts'
import { ANA, AT, comment, triggerWorld, WRITTEN } from '../trigger-world.ts'
import { FAULTS, type Fault, failOnce, Killed } from './faults.ts'

const HEAD = 'a'.repeat(40)
const SETTINGS = [
  'triggers: { pull-requests: all }',
  'on-ci-failure: fix',
  'ci-checks: [{ workflow: .github/workflows/test.yml }, { app: 555 }]',
  'on-conflict: update',
].join('\n')

const onPull = (text: string, number = 18, id = 900) =>
  comment(text, {
    ...{ comment: id, isPullRequest: true, openedBy: 77 },
    issue: { number, title: 'A pull request', body: '', author: null },
  })

const COMMENTS = Array.from({ length: 12 }, (_, at) => ({
  ...{ id: at + 1, thread: at + 1, authorId: ANA.id, body: `Change line ${at}.` },
  ...{ path: 'a.md', hunk: '@@ -1 +1 @@\n+a', line: at, updatedAt: AT },
}))
const review = (over: Partial<ReviewRequest> = {}): ReviewRequest => ({
  ...{ kind: 'review', review: 70, comment: null, text: '/prentice please', pullRequest: 18, openedBy: 41 },
  ...{ sender: ANA, isMember: true, at: AT },
  ...over,
})
/** Each comment has a webhook of its own, and GitHub promises no order. */
const REVIEW = [...COMMENTS.slice(6), ...COMMENTS.slice(0, 6)].map(({ id }) =>
  review({ comment: id, text: `/prentice Change line ${id}.` }),
)

const LABEL: LabelRequest = {
  ...{ kind: 'label', label: 'prentice', labeledAt: AT, issue: comment('').issue },
  ...{ sender: ANA, isMember: true, at: AT },
}

type World = Awaited<ReturnType<typeof given>>

interface Way {
  /** What the webhooks bring, in their order. */
  readonly receive: (world: World) => Promise<void>
  /** The run of the job has ended so before. */
  readonly before?: 'succeeded' | 'failed'
  /** The numbers of the messages that the jobs have then, oldest job first. */
  readonly messages: readonly number[]
  /** Part of each comment that the App then has written on issues and pull requests. */
  readonly answers?: readonly string[]
  readonly reactions?: number
  readonly threads?: number
  /** Kinds of entries that wait for the end of the run. */
  readonly waits?: readonly string[]
}

const webhooks = (...requests: readonly TriggerRequest[]) => ({
  async receive({ receive, clock }: World) {
    for (const request of requests) await receive({ ...request, at: clock.at })
  },
})

async function project({ store }: World) {
  const found = await loadProject(store, 'prj_ya')
  if (found === null) throw new Error('the project is gone')
  return found
}

const WAYS: Readonly<Record<string, Way>> = {
  'a comment on an issue': {
    ...webhooks(comment('/prentice fix it')),
    ...{ messages: [1, 1], reactions: 1 },
  },
  'two comments on an issue': {
    ...webhooks(comment('/prentice fix it'), comment('/prentice and that', { comment: 901 })),
    ...{ messages: [1, 2], reactions: 2 },
  },
  'a comment on a pull request of the App': {
    ...webhooks(onPull('/prentice use tabs')),
    ...{ messages: [2], reactions: 1 },
  },
  "a comment on somebody else's pull request": {
    ...webhooks(onPull('/prentice use tabs', 19)),
    ...{ messages: [1, 1], reactions: 1 },
  },
  'a comment on a pull request from a fork': {
    ...webhooks(onPull('/prentice use tabs', 20)),
    ...{ messages: [1], answers: ['fork'] },
  },
  'a review with twelve comments': {
    ...webhooks(review(), ...REVIEW),
    ...{ messages: [2], reactions: 1, threads: 12, waits: ['threads'] },
  },
  'a label': { ...webhooks(LABEL), messages: [1, 1], reactions: 1 },
  '`status`': { ...webhooks(onPull('/prentice status')), messages: [1], answers: ['Run 1 waits'] },
  '`help`': { ...webhooks(onPull('/prentice help')), messages: [1], answers: ['/prentice stop'] },
  'a typo': { ...webhooks(onPull('/prentice stpo')), messages: [1], answers: ['Did you mean'] },
  '`stop`': { ...webhooks(onPull('/prentice stop')), messages: [1], reactions: 1 },
  '`retry`': {
    ...webhooks(onPull('/prentice retry')),
    ...{ before: 'failed', messages: [1], reactions: 1 },
  },
  '`update`': {
    ...webhooks(onPull('/prentice update')),
    ...{ before: 'succeeded', messages: [2], reactions: 1 },
  },
  'commands and a prompt in one comment': {
    ...webhooks(onPull('/prentice stop\nUse tabs.\n/prentice status')),
    ...{ messages: [2], answers: ['Run 2 waits'], reactions: 1 },
  },
  'a failed workflow of CI': {
    async receive(world) {
      const failure = { workflowRunId: 500, attempt: 1, path: '.github/workflows/test.yml' }
      await receiveCiFailure(world, await project(world), { ...failure, at: world.clock.at })
    },
    ...{ before: 'succeeded', messages: [2] },
  },
  'a failed check of an App': {
    async receive(world) {
      const failure = { checkRunId: 70, app: 555, branch: 'prentice/x' }
      await receiveCheckFailure(world, await project(world), { ...failure, at: world.clock.at })
    },
    ...{ before: 'succeeded', messages: [2] },
  },
  'a push that conflicts': {
    async receive(world) {
      await receiveBasePush(world, await project(world), { branch: 'main', at: world.clock.at })
    },
    ...{ before: 'succeeded', messages: [2], waits: ['conflict'] },
  },
}

/** A job whose pull request is #18; #19 is of Bob, and #20 comes from a fork. */
async function given(fault: Fault | null, at: number, before?: Way['before']) {
  const clock = { now: () => AT }
  const fails = failOnce(fault, at, () => clock.now())
  const threads: number[] = []
  const own = { ...ownPullRequest('prentice/x', HEAD), number: 18, mergeable: false }
  const pulls = new Map([
    [18, own],
    [19, { ...own, number: 19, headBranch: 'bobs-feature', authorId: 77 }],
    [20, { ...own, number: 20, headRepositoryId: 99, authorId: 666 }],
  ])
  const world = await triggerWorld({
    settings: SETTINGS,
    through: fails.through,
    github: {
      readReview: async () => ({
        ...{ id: 70, authorId: ANA.id, state: 'changes_requested', body: '/prentice please' },
        comments: COMMENTS,
      }),
      readPullRequest: async (_, number) => pulls.get(number) ?? null,
      findPullRequest: async () => own,
      listPullRequestsInto: async () => [own],
      readBranchHead: async () => 'b'.repeat(40),
      readProjectFiles: async () => ({
        settings: [{ path: '.github/prentice.yml', text: SETTINGS }],
        instructions: [],
      }),
      readCiRun: async () => ({
        ...{ id: 500, path: '.github/workflows/test.yml', headSha: HEAD, headBranch: 'prentice/x' },
        ...{ headRepositoryId: 1234, conclusion: 'failure', attempt: 1 },
      }),
      listFailedJobs: async () => [{ id: 900, name: 'unit' }],
      readJobLog: async () => 'expected 1',
      readCiCheck: async () => ({
        ...{ id: 70, appId: 555, name: 'build', headSha: HEAD, conclusion: 'failure', report: 'expected 1' },
      }),
      async replyInThread(_, _pull, thread) {
        threads.push(thread)
        return WRITTEN
      },
      listAnsweredThreads: async () => threads,
      findOwnComment: async (_, issue, { marker }) =>
        world.told.some((one) => 'comment' in one && one.issue === issue && one.comment.includes(marker))
          ? 1
          : null,
    },
  })
  clock.now = world.now
  const { id } = await world.newJob('from the API')
  const key = { project: 'prj_ya', job: id }
  await world.store.commit({ set: [{ key: jobKeys.ofPullRequest(1234, 18), value: JSON.stringify(key) }] })
  await showPullRequest(world, key)
  /** The run of the job ends, with a commit if it succeeded. */
  const end = (state: 'succeeded' | 'failed') =>
    state === 'failed'
      ? cancelJob(world, key, A_TEST)
      : updateJob(world, key, (job) => {
          const report = { outcome: 'published', headSha: HEAD, pullRequest: 18, reason: null } as const
          const ended = { state, dueAt: null, endedAt: world.clock.at, last: job.messages, report }
          const run = { ...job.run, ...ended }
          return {
            transition: { kind: 'applied', job: { ...job, taken: job.messages, run }, ended: run },
            outcome: null,
          }
        })
  if (before !== undefined) await end(before)
  world.clock.at += 1_000
  return { ...world, fails, threads, end }
}

const LOOKS = 10

/** Works on what is due, with the webhooks once more in between, until nothing is left that does not wait for a run. */
async function workUntilDone(world: World, { receive, waits = [] }: Pick<Way, 'receive' | 'waits'>) {
  for (let look = 0; look < 100; look++) {
    try {
      if (look < LOOKS && look % 3 === 0) await receive(world)
      world.clock.at += 1
      await world.work()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      world.restart()
    }
    const due = (await world.due()).map(({ key }) => parseQueueKey(key))
    if (look >= LOOKS && due.every((one) => waits.includes(one?.kind ?? ''))) return
    world.clock.at = Math.max(world.clock.at + 1_000, ...due.slice(0, 1).map((one) => one?.at ?? 0))
  }
  throw new Error(`still due: ${JSON.stringify(await world.due())}`)
}

async function doAll(way: Way, fault: Fault | null, at: number) {
  const world = await given(fault, at, way.before)
  await workUntilDone(world, way)
  if (way.threads !== undefined) {
    await world.end('succeeded')
    await workUntilDone(world, { receive: way.receive })
  }
  const jobs = await world.asked()
  const comments = world.told.flatMap((one) => ('comment' in one ? [one.comment] : []))
  const reactions = world.told.flatMap((one) => ('reaction' in one ? [JSON.stringify(one.reaction)] : []))
  return {
    hasFailed: world.fails.hasFailed(),
    left: {
      messages: jobs.map(({ messages }) => messages.length),
      status: jobs.map(({ job }) => statusOf(job)),
      comments: comments.toSorted(),
      // GitHub shows equal reactions of one account once.
      reactions: [...new Set(reactions)].toSorted(),
      threads: world.threads.toSorted((a, b) => a - b),
    },
  }
}

test.each(Object.entries(WAYS))('%s: once, whatever fails', async (_, way) => {
  const { left } = await doAll(way, null, 0)
  expect(left).toMatchObject({
    messages: way.messages,
    comments: (way.answers ?? []).map((part) => expect.stringContaining(part)),
    threads: Array.from({ length: way.threads ?? 0 }, (_value, index) => index + 1),
  })
  expect(left.reactions).toHaveLength(way.reactions ?? 0)
  for (const fault of FAULTS)
    for (let at = 1; ; at++) {
      const done = await doAll(way, fault, at)
      if (!done.hasFailed) break
      expect(done.left, `${fault} at ${at}`).toEqual(left)
    }
})

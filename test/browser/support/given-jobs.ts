import { advanceJob, type JobStore } from '../../../src/app/job-store/update-job.ts'
import type { AgentEvent } from '../../../src/contract/events.ts'
import type { Mode } from '../../../src/contract/job.ts'
import { seatedRunner } from '../../support/app/claimed-runner.ts'
import { RETENTION } from '../../support/app/retention.ts'
import type { BrowsedDashboard } from './given-dashboard.ts'

const depsOf = (app: BrowsedDashboard): JobStore => ({
  store: app.store,
  now: () => app.clock.at,
  onDue: () => {},
  retention: RETENTION,
})

/** A job that an API key has created. */
export async function givenJob(app: BrowsedDashboard, prompt: string, mode?: Mode, ref?: string) {
  const body = { prompt, mode, ref }
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body })
  const key = { project: app.project, job: String(json.id) }
  return {
    key,
    path: `/dashboard/jobs/${key.project}/${key.job}`,
    runner: (seat?: Parameters<typeof seatedRunner>[2]) => seatedRunner(depsOf(app), key, seat),
  }
}

export const work = (n: number, target: string, ok = true): AgentEvent[] => [
  { type: 'step', step: n, inputTokens: 1200 * n, outputTokens: 90 * n, costUsd: n / 50 },
  { type: 'tool', step: n, tool: 'edit_file', target, ok },
]

interface Texts {
  readonly prompt: string
  readonly target: string
}

/** Texts that break a layout. */
const LONG: Texts = {
  prompt: `<script>alert(1)</script> ${'W'.repeat(300)}\n\n${'A long prompt. '.repeat(300)}`,
  target: `src/${'very-long-name-'.repeat(15)}.ts`,
}

/** Texts as people write them. */
export const USUAL: Texts = { prompt: 'Add a test for the empty index', target: 'src/search-index.ts' }

/** Jobs in every state that looks different, over an hour. Returns the paths of their pages. */
export async function givenJobs(app: BrowsedDashboard, { prompt, target }: Texts = LONG) {
  const pass = (seconds: number): void => {
    app.clock.at += seconds * 1000
  }
  const done = await givenJob(app, 'Rewrite the greeting')
  const finished = await done.runner()
  pass(40)
  await finished.report({ type: 'stage', stage: 'agent' }, ...work(1, 'src/greeting.ts'))
  pass(75)
  const pullRequest = { number: 18, url: 'https://github.com/acme/docs/pull/18', state: 'open' as const }
  await advanceJob(
    depsOf(app),
    { ...done.key, run: 1 },
    {
      type: 'reported',
      acknowledged: 1,
      report: { outcome: 'published', headSha: 'a'.repeat(40), pullRequest: 18, reason: null },
      usage: { steps: 1, inputTokens: 1200, cachedInputTokens: 300, outputTokens: 90, costUsd: 0.02 },
    },
  )
  await advanceJob(
    depsOf(app),
    { ...done.key, run: 1 },
    {
      type: 'confirmed',
      delivered: { branchExists: true, pullRequest },
    },
  )
  pass(1_200)
  const failed = await givenJob(app, 'Translate all pages to French')
  const seat = await failed.runner()
  await seat.report({ type: 'stage', stage: 'agent' }, ...work(1, 'docs/index.md'))
  pass(31)
  await (await seat.fail('the provider answered 529')).confirm()
  pass(1_500)
  const running = await givenJob(app, 'Speed up the search of the documentation')
  const runner = await running.runner()
  pass(20)
  await runner.report(
    { type: 'stage', stage: 'prepare' },
    { type: 'stage', stage: 'agent' },
    {
      type: 'plan',
      items: [
        { text: 'Find the index', done: true },
        { text: 'Read it once', done: false },
      ],
    },
    ...work(1, 'src/search.ts'),
    { type: 'note', text: 'The index is read for every word.' },
    ...work(2, target, false),
  )
  pass(130)
  const long = await givenJob(app, prompt)
  pass(45)
  const queued = await givenJob(app, 'Fix the broken links in the handbook')
  pass(20)
  return { queued, long, running, failed, done }
}

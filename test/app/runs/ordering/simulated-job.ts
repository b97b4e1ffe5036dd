import { expect } from 'vitest'
import type { Job } from '../../../../src/app/domain/job.ts'
import { isEnded } from '../../../../src/app/domain/run.ts'
import { waiting } from '../../../../src/app/domain/turns.ts'
import { readView } from '../../../../src/app/job-store/job-commit.ts'
import { jobKeys } from '../../../../src/app/job-store/job-record.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { onWorkflowRun } from '../../../../src/app/webhooks/events/workflow-run.ts'
import { AgentJob } from '../../../../src/contract/job.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { RANK } from '../../../support/app/run-rank.ts'
import { useCases } from '../../../support/app/use-cases.ts'
import { type Fate, simulatedGithub } from './simulated-github.ts'
import { type Outcome, simulatedRunner } from './simulated-runner.ts'

export type Action =
  | { readonly do: 'timer'; readonly afterMs: number }
  | { readonly do: 'serve'; readonly place: number; readonly fate: Fate }
  | { readonly do: 'runner' | 'repeat' | 'kill' | 'webhook'; readonly which: number }
  | { readonly do: 'message' | 'cancel' }

interface Seen {
  readonly job: Job
  readonly view: AgentJob
}

/** What two polls, one after the other, may tell. */
function expectLegal(before: Seen | null, { job, view }: Seen): void {
  if (view.status !== 'active') expect(waiting(job)).toBe(0)
  if (view.status === 'completed') expect(view.prLink ?? job.run.reason?.code).toBeDefined()
  if (before === null) return
  expect(job.run.number).toBeGreaterThanOrEqual(before.job.run.number)
  if (job.run.number === before.job.run.number) {
    expect(RANK[job.run.state]).toBeGreaterThanOrEqual(RANK[before.job.run.state])
    if (isEnded(before.job.run)) expect(job.run.state).toBe(before.job.run.state)
  }
  if (before.view.prLink !== null) expect(view.prLink).toBe(before.view.prLink)
  if (before.view.source.ref !== null) expect(view.source.ref).toBe(before.view.source.ref)
  if (before.view.status !== 'active' && view.status !== before.view.status)
    expect(job.messages).toBeGreaterThan(before.job.messages)
}

/**
 * One job among callers, runners, webhooks, timers and a GitHub, all of which do as `act` says and when. Each step is
 * held against what no poll may ever see.
 */
export async function simulateJob(outcomes: readonly Outcome[]) {
  let now = () => 0
  const github = simulatedGithub(() => now())
  const app = await useCases(github.github)
  now = app.now
  const { id } = await app.newJob()
  const key = { project: 'prj_ya', job: id }
  const runners: ReturnType<typeof simulatedRunner>[] = []
  const underWay = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  let tellCompleted: (event: object) => Promise<void> = async () => {}
  const probot = {
    on(_: string, handler: typeof tellCompleted) {
      tellCompleted = handler
    },
  }
  onWorkflowRun(probot as never, app as never)
  let cancelled = false
  let seen: Seen | null = null

  const begin = (work: Promise<unknown>): void => {
    const noted: Promise<unknown> = work
      .catch((error) => failures.push(error))
      .finally(() => underWay.delete(noted))
    underWay.add(noted)
  }

  async function settle(): Promise<void> {
    for (let n = 0; n < 12; n++) await new Promise((resolve) => setImmediate(resolve))
    for (const run of github.runs.slice(runners.length))
      runners.push(simulatedRunner(app, github, run, outcomes[runners.length % outcomes.length] ?? 'failed'))
    await check()
  }

  async function look(): Promise<Seen> {
    const [raw = '', view = ''] = await app.store.getMany([jobKeys.record(key), jobKeys.view(key)])
    return { job: JSON.parse(raw), view: AgentJob.parse(JSON.parse(readView(view).body)) }
  }

  async function check(): Promise<void> {
    const before = seen
    seen = await look()
    expect(failures).toEqual([])
    expectLegal(before, seen)
    // Of the workflow runs that a run started, one got the work.
    const claimed = runners.filter(({ facts }) => facts.claimed).map(({ facts }) => facts.run.run)
    expect(new Set(claimed).size).toBe(claimed.length)
  }

  async function act(action: Action): Promise<void> {
    const runner =
      'which' in action ? runners.at(-1 - (action.which % Math.max(1, runners.length))) : undefined
    switch (action.do) {
      case 'timer':
        app.clock.at += action.afterMs
        begin(advanceDueJob(app, key))
        break
      case 'serve':
        github.serve(action.place, action.fate)
        break
      case 'runner':
        if (runner) begin(runner.step())
        break
      case 'repeat':
        if (runner) begin(runner.repeat())
        break
      case 'kill':
        if (runner) github.end(runner.facts.run, 'failure')
        break
      case 'webhook':
        if (runner?.facts.run.status === 'completed')
          begin(tellCompleted(completedEvent(runner.facts.run.id)))
        break
      case 'message':
        begin(app.message(key.job, 'more'))
        break
      case 'cancel':
        cancelled = true
        begin(cancelJob(app, key, A_TEST))
        break
    }
    await settle()
  }

  /** GitHub is well, runners get on, and what is due is done, until nothing is left to do. */
  async function rest(): Promise<void> {
    for (let rounds = 0; rounds < 400; rounds++) {
      while (github.held.length > 0) await act({ do: 'serve', place: 0, fate: 'answered' })
      const { job } = await look()
      const atRest = isEnded(job.run) && job.cleanups.length === 0
      if (atRest && runners.every((runner) => !runner.isAlive()) && underWay.size === 0) return
      for (const runner of runners) if (runner.isAlive()) begin(runner.step())
      await settle()
      const { dueAt } = (await look()).job
      if (dueAt !== null && !atRest) app.clock.at = Math.max(app.clock.at, dueAt)
      await act({ do: 'timer', afterMs: 0 })
    }
    throw new Error(`the job does not come to rest: ${JSON.stringify((await look()).job)}`)
  }

  return { app, key, act, rest, look, runners, isCancelled: () => cancelled }
}

const completedEvent = (id: number) => ({
  payload: { workflow_run: { id, display_title: '' }, repository: { id: 1234 } },
})

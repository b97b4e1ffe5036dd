import type { RunKey } from '../../src/app/domain/run-id.ts'
import { advanceJob } from '../../src/app/job-store/update-job.ts'
import { loadProject } from '../../src/app/projects/project.ts'
import { refreshDueProject, refreshKeys } from '../../src/app/projects/refresh-project.ts'
import { advanceDueJob } from '../../src/app/runs/advance-due-job.ts'
import type { RunWork } from '../../src/app/runs/run-work.ts'
import { createDueQueues } from '../../src/app/timers/due-queues.ts'
import { startDueTimer } from '../../src/app/timers/due-timer.ts'
import { ALL_MINE } from '../../src/app/timers/work-partition.ts'
import { addPastJob } from './add-past-job.ts'
import { type WaitingRun, waitingRun } from './fill-jobs.ts'

export interface Tick {
  readonly ms: number
  readonly cpuMs: number
}

/** What of a served app only the measurements of its growth ask for. */
export interface ServedGrowth {
  /** Reads the config of every project, as the timers do after an installation. */
  refreshProjects(): Promise<void>
  /** Adds a job to each of so many projects, whose run waits for its runner. */
  addWaiting(amount: number): Promise<WaitingRun[]>
  /** As webhooks do. */
  makeDue(runs: readonly RunKey[]): Promise<void>
  /** Lets the timers do all that is due. */
  tick(runs: readonly RunKey[]): Promise<Tick>
}

export function serveGrowth(deps: RunWork, projects: readonly string[]): ServedGrowth {
  const { store, now } = deps
  /** GitHub's numbers of workflow runs; far from those of the jobs that were there before. */
  let number = 500_000_000

  async function untilDone(runs: readonly RunKey[]): Promise<void> {
    // The timers may come to a job a second time, by a list they read before its first.
    const left = new Set(runs.map(({ job }) => job))
    const { promise, resolve } = Promise.withResolvers<void>()
    const queues = createDueQueues({
      store,
      advanceDueJob: (key) =>
        advanceDueJob(deps, key).finally(() => {
          left.delete(key.job)
          if (left.size === 0) resolve()
        }),
      // The stand-in shows nothing of a job.
      async showJob(_, { key }) {
        await store.commit({ del: [key] })
      },
      followPullRequest: async () => null,
      onboardProject: async () => null,
      refreshProject: (id) => refreshDueProject(deps, id),
      workOnTrigger: () => Promise.reject(new Error('nobody comments')),
    })
    const timer = startDueTimer({ partition: ALL_MINE, ...deps, queues })
    await promise
    await timer.stop()
  }

  return {
    async refreshProjects() {
      for (const project of projects) await refreshDueProject(deps, project)
      const due = await store.list({ prefix: refreshKeys.queue(), limit: projects.length * 2 })
      await store.commit({ del: due.map(({ key }) => key) })
    },

    async addWaiting(amount) {
      const waiting: WaitingRun[] = []
      for (const id of projects.slice(0, amount)) {
        const project = await loadProject(store, id)
        if (project === null) throw new Error(`there is no project ${id}`)
        const past = { project, course: 'waiting', createdAt: now(), number: ++number } as const
        waiting.push(waitingRun(await addPastJob(store, past, { now: now(), random: Math.random }), past))
      }
      return waiting
    },

    async makeDue(runs) {
      for (const run of runs) await advanceJob(deps, run, { type: 'github-changed' })
    },

    async tick(runs) {
      const [started, before] = [performance.now(), process.cpuUsage()]
      await untilDone(runs)
      const { user, system } = process.cpuUsage(before)
      return { ms: performance.now() - started, cpuMs: (user + system) / 1000 }
    },
  }
}

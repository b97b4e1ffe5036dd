import type { Logger } from 'pino'
import type { RunKey } from '../../src/app/domain/run-id.ts'
import { loadProject } from '../../src/app/projects/project.ts'
import type { Projects } from '../../src/app/projects/projects.ts'
import { advanceJob, type JobStore } from '../../src/app/records/update-job.ts'
import type { Services } from '../../src/app/services.ts'
import { keySpace } from '../../src/app/store/key-space.ts'
import { startDueTimer } from '../../src/app/timers/due-timer.ts'
import { createLanes } from '../../src/app/timers/lanes.ts'
import { ALL_MINE } from '../../src/app/timers/work-share.ts'
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

export interface GrowthDeps extends JobStore {
  readonly log: Logger
  readonly projects: Pick<Projects, 'refreshDue'>
  readonly advanceJob: Services['advanceJob']
}

export function serveGrowth(deps: GrowthDeps, projects: readonly string[]): ServedGrowth {
  const { store, now } = deps
  /** GitHub's numbers of workflow runs; far from those of the jobs that were there before. */
  let number = 500_000_000

  async function untilDone(runs: readonly RunKey[]): Promise<void> {
    // The timers may come to a job a second time, by a list they read before its first.
    const left = new Set(runs.map(({ job }) => job))
    const { promise, resolve } = Promise.withResolvers<void>()
    const lanes = createLanes({
      store,
      advanceJob: (key) =>
        deps.advanceJob(key).finally(() => {
          left.delete(key.job)
          if (left.size === 0) resolve()
        }),
      // The stand-in shows nothing of a job.
      async showJob(_, { key }) {
        await store.commit({ del: [key] })
      },
      followPullRequest: async () => null,
      onboardProject: async () => null,
      refreshProject: deps.projects.refreshDue,
      workOnTrigger: () => Promise.reject(new Error('nobody comments')),
    })
    const timer = startDueTimer({ share: ALL_MINE, ...deps, lanes })
    await promise
    await timer.stop()
  }

  return {
    async refreshProjects() {
      for (const project of projects) await deps.projects.refreshDue(project)
      const due = await store.list({ prefix: keySpace.refresh(), limit: projects.length * 2 })
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

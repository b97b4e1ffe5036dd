import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, figure } from '../figures/figure.ts'
import { createJobs } from '../load/create-jobs.ts'
import { CONNECTIONS } from '../load/run-load.ts'
import { type Watching, watchJob } from '../load/watch-job.ts'
import type { Target } from '../target/start-target.ts'
import type { Usage } from '../target/target.ts'

const WATCHERS = 500
const EVENTS = 50
const INTERVAL_MS = 100
/** The interval of heartbeats, so that each watcher gets one. */
const IDLE_SECONDS = 15

/** The cost of a job that 500 clients watch, compared to one that a single client watches. */
export async function measureWatchers(bareMicroseconds: number, app: Target): Promise<Figure[]> {
  const [path = ''] = await createJobs(app, app.projects.at(-1) ?? '', CONNECTIONS)
  const one = await watch(app, path, 1, 1)
  const many = await watch(app, path, WATCHERS, 1 + EVENTS)
  return [
    figure('watch, 500 idle', many.idle.cpuMs, 'CPU ms per s', one.idle.cpuMs),
    figure('watch, 500, store reads', many.idle.reads, 'reads per s', one.idle.reads),
    figure('watch, 500, one event', many.microsecondsAnEvent, 'CPU µs per client', bareMicroseconds),
  ]
}

/** The same for 500 open pages of the dashboard, compared to 500 clients of the API. */
export async function measureOpenPages(app: Target): Promise<Figure[]> {
  const [path = ''] = await createJobs(app, app.projects.at(-1) ?? '', CONNECTIONS)
  const api = await watch(app, path, WATCHERS, 1)
  const pages = await watch(app, path, WATCHERS, 1 + EVENTS, 'page')
  return [
    figure('500 open pages, idle', pages.idle.cpuMs, 'CPU ms per s', api.idle.cpuMs),
    figure('500 open pages, store reads', pages.idle.reads, 'reads per s', api.idle.reads),
    figure(
      '500 open pages, one event',
      pages.microsecondsAnEvent,
      'CPU µs per page',
      api.microsecondsAnEvent,
    ),
  ]
}

async function watch(app: Target, path: string, clients: number, firstSeq: number, as: Watching = 'api') {
  const [, project, job = ''] = /\/agent\/([^/]+)\/job\/([^/]+)/.exec(path) ?? []
  const watched = as === 'api' ? path : `/dashboard/jobs/${project}/${job}`
  const watchers = await watchJob(app, watched, clients, as)
  await sleep(1_000)
  const start = await app.usage()
  await sleep(IDLE_SECONDS * 1000)
  const idleEnd = await app.usage()
  const idle = perSecond(start, idleEnd)
  const before = watchers.events()
  const started = performance.now()
  for (let sent = 0; sent < EVENTS; sent++) {
    await app.addEvent(job, firstSeq + sent)
    await sleep(INTERVAL_MS)
  }
  const seconds = (performance.now() - started) / 1000
  const after = await app.usage()
  watchers.close()
  const received = watchers.events() - before
  if (received !== EVENTS * clients)
    throw new Error(`${clients} watchers received ${received} events in total, for ${EVENTS} events`)
  const spentMs = (after.cpuSeconds - idleEnd.cpuSeconds) * 1000 - idle.cpuMs * seconds
  return { idle, microsecondsAnEvent: (spentMs * 1000) / received }
}

const perSecond = (from: Usage, to: Usage) => ({
  cpuMs: ((to.cpuSeconds - from.cpuSeconds) * 1000) / IDLE_SECONDS,
  reads: (to.reads - from.reads) / IDLE_SECONDS,
})

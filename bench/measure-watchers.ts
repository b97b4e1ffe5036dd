import { setTimeout as sleep } from 'node:timers/promises'
import { type Figure, figure } from './figure.ts'
import { givenJobs } from './given-jobs.ts'
import { CONNECTIONS } from './put-load-on.ts'
import type { Target } from './start-target.ts'
import type { Used } from './target.ts'
import { watchJob } from './watch-job.ts'

const WATCHERS = 500
const EVENTS = 50
const EVERY_MS = 100
/** As long as the heartbeat's interval, so that each watcher gets one in it. */
const IDLE_SECONDS = 15

/** What one job costs that 500 clients watch, next to one that a single client watches. */
export async function measureWatchers(bareMicroseconds: number, app: Target): Promise<Figure[]> {
  const [path = ''] = await givenJobs(app, app.projects.at(-1) ?? '', CONNECTIONS)
  const one = await watch(app, path, 1, 1)
  const many = await watch(app, path, WATCHERS, 1 + EVENTS)
  return [
    figure('watch, 500 idle', many.idle.cpuMs, 'CPU ms per s', one.idle.cpuMs),
    figure('watch, 500, store reads', many.idle.reads, 'reads per s', one.idle.reads),
    figure('watch, 500, one event', many.microsecondsAnEvent, 'CPU µs per client', bareMicroseconds),
  ]
}

async function watch(app: Target, path: string, clients: number, firstSeq: number) {
  const watchers = await watchJob(app, path, clients)
  await sleep(1_000)
  const start = await app.used()
  await sleep(IDLE_SECONDS * 1000)
  const rested = await app.used()
  const idle = perSecond(start, rested)
  const before = watchers.heard()
  const started = performance.now()
  const job = path.slice(path.lastIndexOf('/') + 1)
  for (let sent = 0; sent < EVENTS; sent++) {
    await app.addEvent(job, firstSeq + sent)
    await sleep(EVERY_MS)
  }
  const seconds = (performance.now() - started) / 1000
  const told = await app.used()
  watchers.close()
  const heard = watchers.heard() - before
  if (heard !== EVENTS * clients)
    throw new Error(`${clients} watchers heard ${heard} events together, of ${EVENTS}`)
  const spentMs = (told.cpuSeconds - rested.cpuSeconds) * 1000 - idle.cpuMs * seconds
  return { idle, microsecondsAnEvent: (spentMs * 1000) / heard }
}

const perSecond = (from: Used, to: Used) => ({
  cpuMs: ((to.cpuSeconds - from.cpuSeconds) * 1000) / IDLE_SECONDS,
  reads: (to.reads - from.reads) / IDLE_SECONDS,
})

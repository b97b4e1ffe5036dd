import { join } from 'node:path'
import { SESSION_COOKIE } from '../../src/app/http/dashboard/frame/guard.ts'
import { atMost, type Figure, figure } from '../figures/figure.ts'
import { fillJobs } from '../growth/fill-jobs.ts'
import { measureOpenPages } from '../server/measure-watchers.ts'
import { INSTALLATION } from '../target/serve-app.ts'
import { startTarget, type Target } from '../target/start-target.ts'

const JOBS = 100_000
const WARM_UP = 30
const MEASURED = 200
const GOAL_MS = 20

/**
 * The time of the server for each page of the dashboard, one request after the other, with so many jobs. Other load on the
 * machine distorts it; the mean CPU time of the server less.
 */
export async function measureDashboard(directory: string, say: (one: Figure) => void): Promise<void> {
  const databaseUrl = `sqlite:${join(directory, 'dashboard.db')}`
  const { sample } = await fillJobs(databaseUrl, INSTALLATION, JOBS)
  const app = await startTarget('app', databaseUrl)
  const job = sample.at(-1)
  const pages = {
    home: '',
    jobs: '/jobs',
    'jobs, a search': '/jobs?text=spelling',
    'jobs, of one project': `/jobs?project=${job?.project}&status=failed`,
    'new job': `/jobs/new?project=${job?.project}`,
    job: `/jobs/${job?.project}/${job?.job}`,
    'job, what changed': `/jobs/${job?.project}/${job?.job}/overview`,
    keys: '/keys',
    projects: '/projects',
    'usage, 30 days': '/usage',
    'usage, 365 days': '/usage?days=365',
    audit: '/audit',
  }
  for (const [name, path] of Object.entries(pages)) {
    const { p95, cpuMs } = await measurePage(app, path)
    say(atMost(GOAL_MS, figure(`dashboard, ${name}`, p95, 'ms, p95')))
    say(figure(`dashboard, ${name}`, cpuMs, 'CPU ms'))
  }
  for (const one of await measureOpenPages(app)) say(one)
  await app.stop()
}

async function measurePage(
  app: Target,
  path: string,
): Promise<{ readonly p95: number; readonly cpuMs: number }> {
  const times: number[] = []
  let { cpuSeconds } = await app.usage()
  for (let count = 0; count < WARM_UP + MEASURED; count++) {
    if (count === WARM_UP) cpuSeconds = (await app.usage()).cpuSeconds
    const started = performance.now()
    const response = await fetch(`${app.url}/dashboard${path}`, {
      headers: { cookie: `${SESSION_COOKIE}=${app.cookie}` },
      redirect: 'manual',
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`GET /dashboard${path} answered ${response.status}`)
    if (count >= WARM_UP) times.push(performance.now() - started)
  }
  const used = (await app.usage()).cpuSeconds - cpuSeconds
  const p95 = times.toSorted((one, other) => one - other)[Math.floor(MEASURED * 0.95)] ?? Number.NaN
  return { p95, cpuMs: (used / MEASURED) * 1000 }
}

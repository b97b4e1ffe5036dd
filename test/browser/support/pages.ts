import { keySpace } from '../../../src/app/store/key-space.ts'
import { givenUsage } from '../../support/dashboard/given-usage.ts'
import type { BrowsedDashboard } from './given-dashboard.ts'
import { givenJobs } from './given-jobs.ts'

/** A page of the dashboard in one state. */
export interface PageCase {
  /** Also the name of its screenshot. */
  readonly name: string
  /** Who looks at it; `null`: nobody has signed in. */
  readonly login: string | null
  readonly path: (app: BrowsedDashboard) => string
  /** Brings the server into the state. */
  readonly given?: (app: BrowsedDashboard) => Promise<void>
}

const at = (path: string) => () => path

/** Every page in every state that looks different. A new page belongs here. */
export const PAGE_CASES: readonly PageCase[] = [
  { name: 'sign-in', login: null, path: at('/dashboard/sign-in') },
  { name: 'home', login: 'olga', path: at('/dashboard') },
  { name: 'not-found', login: 'rita', path: at('/dashboard/nowhere') },
  { name: 'no-account', login: 'sten', path: at('/dashboard/usage') },
  { name: 'keys', login: 'olga', path: at('/dashboard/keys') },
  { name: 'keys-of-nobody', login: 'rita', path: at('/dashboard/keys') },
  { name: 'new-key', login: 'olga', path: at('/dashboard/keys/new') },
  { name: 'projects', login: 'olga', path: at('/dashboard/projects') },
  { name: 'project', login: 'olga', path: (app) => `/dashboard/projects/${app.project}` },
  { name: 'usage', login: 'olga', path: at('/dashboard/usage'), given: manyRuns },
  { name: 'usage-year', login: 'olga', path: at('/dashboard/usage?days=365'), given: manyRuns },
  { name: 'usage-empty', login: 'rita', path: at('/dashboard/usage') },
  ...(['queued', 'long', 'running', 'failed', 'done'] as const).map((state) => jobCase(state)),
  jobCase('done', '/usage'),
  {
    name: 'jobs',
    login: 'willy',
    path: at('/dashboard/jobs'),
    given: async (app) => void (await givenJobs(app)),
  },
  { name: 'jobs-empty', login: 'willy', path: at('/dashboard/jobs') },
  { name: 'jobs-none-found', login: 'rita', path: at('/dashboard/jobs?text=nothing') },
  { name: 'new-job', login: 'willy', path: at('/dashboard/jobs/new') },
  { name: 'audit', login: 'olga', path: at('/dashboard/audit'), given: manyActs },
  { name: 'audit-none', login: 'rita', path: at('/dashboard/audit?category=operator') },
]

/** The page of a job in one state. */
function jobCase(state: keyof Awaited<ReturnType<typeof givenJobs>>, rest = ''): PageCase {
  const made = new WeakMap<BrowsedDashboard, string>()
  return {
    name: `job-${state}${rest.replace('/', '-')}`,
    login: 'willy',
    path: (app) => `${made.get(app)}${rest}`,
    given: async (app) => void made.set(app, (await givenJobs(app))[state].path),
  }
}

async function manyRuns({ store, project, clock }: BrowsedDashboard): Promise<void> {
  const day = new Date(clock.at).toISOString().slice(0, 10)
  await store.commit({
    set: [{ key: keySpace.spending(project), value: JSON.stringify({ day, usd: 31.4 }) }],
  })
  await givenUsage(store, { accountId: 77, projects: [project], now: clock.at, days: 90, perDay: 12 })
}

async function manyActs(app: BrowsedDashboard): Promise<void> {
  const prompts = [
    'Correct the spelling in the README',
    'Add a test for the parser that shows what it does with an empty file, a file of one line and a very long file',
    'Remove the deprecated option --legacy',
  ]
  for (const prompt of prompts) {
    const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt } })
    app.clock.at += 90_000
    await app.call('POST', `/v2/agent/${app.project}/job/${json.id}/cancel`)
    app.clock.at += 3_600_000
  }
  await app.signIn('rita')
}

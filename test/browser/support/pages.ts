import type { Page } from 'playwright-core'
import { dailyBudgetKeys } from '../../../src/app/budgets/budgets.ts'
import { changeKey, listKeys } from '../../../src/app/keys/key-record.ts'
import { addProjects } from '../../../src/app/projects/installed-projects.ts'
import { projectKeys } from '../../../src/app/projects/project.ts'
import { runnerRepositoryKeys } from '../../../src/app/projects/runner-repository.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { dispatchingGithub } from '../../support/app/use-cases.ts'
import { workflowFile } from '../../support/app/workflow-file.ts'
import { givenOutcomes, givenUsage } from '../../support/dashboard/given-usage.ts'
import type { DashboardOptions } from '../../support/dashboard/start-dashboard.ts'
import { givenBatches } from './given-batches.ts'
import type { BrowsedDashboard } from './given-dashboard.ts'
import { givenJob, givenJobs, USUAL, work } from './given-jobs.ts'
import { givenWebhook } from './given-webhook.ts'

/** A page of the dashboard in one state. */
export interface PageCase {
  /** Also the name of its screenshot. */
  readonly name: string
  /** Who looks at it; `null`: nobody has signed in. */
  readonly login: string | null
  readonly path: (app: BrowsedDashboard) => string
  /** Brings the server into the state. */
  readonly given?: (app: BrowsedDashboard) => Promise<void>
  readonly options?: () => DashboardOptions
  /** What the person does on the page, to see what is looked at. */
  readonly act?: (page: Page, app: BrowsedDashboard) => Promise<void>
}

const at = (path: string) => () => path

/** Every page in every state that looks different. A new page belongs here. */
export const PAGE_CASES: readonly PageCase[] = [
  { name: 'sign-in', login: null, path: at('/dashboard/sign-in') },
  { name: 'home', login: 'olga', path: at('/dashboard') },
  {
    ...{ name: 'home-overview', login: 'willy', path: at('/dashboard') },
    async given(app) {
      await givenJobs(app)
      const check = {
        ...{ checkedAt: app.clock.at, refused: null, organisation: null },
        workflow: { kind: 'ok', problems: [] },
        settings: { mistakes: ['line 2: limits is no map'], warnings: [], explained: [] },
      }
      const key = projectKeys.check(app.project)
      await app.store.commit({ set: [{ key, value: JSON.stringify(check) }] })
    },
  },
  {
    ...{ name: 'home-needs-somebody', login: 'olga', path: at('/dashboard') },
    async given(app) {
      await givenQuestion(app)
      await givenBatches(app)
      await endingKey(app)
    },
  },
  { name: 'not-found', login: 'rita', path: at('/dashboard/nowhere') },
  { name: 'no-account', login: 'sten', path: at('/dashboard/usage') },
  { name: 'keys', login: 'olga', path: at('/dashboard/keys') },
  { name: 'keys-of-nobody', login: 'rita', path: at('/dashboard/keys') },
  { name: 'new-key', login: 'olga', path: at('/dashboard/keys/new') },
  {
    ...{ name: 'webhooks', login: 'olga', path: at('/dashboard/webhooks') },
    given: async (app) => void (await givenWebhook(app)),
  },
  { name: 'webhooks-none', login: 'olga', path: at('/dashboard/webhooks') },
  { name: 'new-webhook', login: 'olga', path: at('/dashboard/webhooks/new') },
  { name: 'webhook', ...webhookCase() },
  { name: 'projects', login: 'olga', path: at('/dashboard/projects') },
  { name: 'project', login: 'olga', path: (app) => `/dashboard/projects/${app.project}` },
  { name: 'runner-repository-none', login: 'olga', path: at('/dashboard/runner-repository') },
  ...[true, false].map(runnerCase),
  { name: 'usage', login: 'olga', path: at('/dashboard/usage'), given: manyRuns },
  { name: 'usage-year', login: 'olga', path: at('/dashboard/usage?days=365'), given: manyRuns },
  { name: 'usage-outcomes', login: 'olga', path: at('/dashboard/usage?days=30'), given: manyOutcomes },
  { name: 'usage-empty', login: 'rita', path: at('/dashboard/usage') },
  ...(['queued', 'long', 'running', 'failed', 'done'] as const).map((state) => jobCase(state)),
  planCase(),
  reviewCase(),
  ...['willy', 'rita'].map(questionCase),
  retryCase(),
  jobCase('done', '/usage'),
  { ...jobCase('done', '/diff'), options: withChanges },
  { name: 'key', ...keyCase() },
  { name: 'key-ending', ...endingKeyCase() },
  {
    name: 'new-job-many-projects',
    login: 'olga',
    path: at('/dashboard/jobs/new?project=none'),
    given: manyProjects,
  },
  { name: 'new-key-many-projects', login: 'olga', path: at('/dashboard/keys/new'), given: manyProjects },
  {
    name: 'jobs',
    login: 'willy',
    path: at('/dashboard/jobs'),
    given: async (app) => void (await givenJobs(app)),
  },
  {
    ...{ name: 'jobs-confirm', login: 'willy', path: at('/dashboard/jobs?status=active') },
    given: async (app) => void (await givenJobs(app)),
    async act(page) {
      await page.getByRole('checkbox', { name: 'All jobs that this filter shows' }).check()
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await page.getByRole('heading', { name: /^Stop \d+ jobs\?/ }).waitFor()
    },
  },
  {
    ...{ name: 'form-kept', login: 'willy', path: at('/dashboard/jobs/new') },
    async act(page, app) {
      await page.getByLabel('Prompt').fill('Rewrite the greeting')
      await app.people.endAll(app.github.people.willy?.id ?? 0, A_TEST)
      await page.getByRole('button', { name: 'Start the job' }).click()
      await page.getByRole('button', { name: 'Send again' }).waitFor()
    },
  },
  { name: 'jobs-empty', login: 'willy', path: at('/dashboard/jobs') },
  { name: 'jobs-none-found', login: 'rita', path: at('/dashboard/jobs?text=nothing') },
  { name: 'new-job', login: 'willy', path: at('/dashboard/jobs/new') },
  { name: 'batches-none', login: 'willy', path: at('/dashboard/batches') },
  { name: 'new-batch', login: 'willy', path: at('/dashboard/batches/new') },
  ...(['waiting', 'limit', 'running'] as const).map(batchCase),
  {
    name: 'batches',
    login: 'willy',
    path: at('/dashboard/batches'),
    given: async (app) => void (await givenBatches(app)),
  },
  { name: 'audit', login: 'olga', path: at('/dashboard/audit'), given: manyActs },
  { name: 'audit-none', login: 'rita', path: at('/dashboard/audit?category=operator') },
]

/** Pages that only the documentation shows, with texts as people write them. */
export const DOCS_CASES: readonly PageCase[] = [
  {
    name: 'docs-jobs',
    login: 'willy',
    path: at('/dashboard/jobs'),
    given: async (app) => void (await givenJobs(app, USUAL)),
  },
  { ...jobCase('running', '', USUAL), name: 'docs-job' },
]

/** What the branch of a job changes. */
const CHANGES = [
  {
    ...{ path: 'src/greeting.ts', previousPath: null, status: 'modified' as const },
    patch: `@@ -1,6 +1,8 @@
 import { nameOf } from './person.ts'
 
-export const greeting = (person: Person): string => \`Hi \${person.name}\`
+/** Polite, and right for everybody. */
+export const greeting = (person: Person): string =>
+  \`Good day, \${nameOf(person)}!\`
 
 export const farewell = 'Bye'
`,
  },
  {
    ...{ path: 'test/greeting.test.ts', previousPath: null, status: 'added' as const },
    patch: `@@ -0,0 +1,3 @@
+test('a greeting is polite', () => {
+  expect(greeting({ name: 'Ada' })).toBe('Good day, Ada!')
+})
`,
  },
]

function withChanges(): DashboardOptions {
  return {
    github: dispatchingGithub([], {
      compareBranches: async () => CHANGES,
      listBranches: async () => ['main'],
    }),
  }
}

/** The runner repository is named, and somebody checks it; `isFit`: it meets all requirements. */
function runnerCase(isFit: boolean): PageCase {
  const repository = {
    ...{ id: 1234, owner: { id: 77, login: 'acme' }, name: 'docs', private: isFit, archived: !isFit },
    ...{ defaultBranch: 'main', url: 'https://github.com/acme/docs' },
  }
  let url = ''
  return {
    ...{ name: isFit ? 'runner-repository' : 'runner-repository-unfit', login: 'olga' },
    path: (app) => `/dashboard/runner-repository?project=${app.project}`,
    async given({ store, clock, publicUrl }) {
      url = publicUrl
      const record = { repositoryId: 1234, allowsSetup: false, by: '@olga', at: clock.at }
      await store.commit({
        set: [{ key: runnerRepositoryKeys.ofAccount(77), value: JSON.stringify(record) }],
      })
    },
    options: () => ({
      github: dispatchingGithub([], {
        readRepository: async () => repository,
        isProtected: async () => isFit,
      }),
      workflows: {
        readWorkflowFile: async () => (isFit ? workflowFile(url) : null),
        readWorkflowState: async () => 'active',
      },
    }),
  }
}

/** The page of a batch in one state. */
function batchCase(state: keyof Awaited<ReturnType<typeof givenBatches>>): PageCase {
  const made = new WeakMap<BrowsedDashboard, string>()
  return {
    name: `batch-${state}`,
    login: 'willy',
    path: (app) => String(made.get(app)),
    given: async (app) => void made.set(app, (await givenBatches(app))[state]),
  }
}

function keyCase(): Omit<PageCase, 'name'> {
  const made = new WeakMap<BrowsedDashboard, string>()
  return {
    login: 'olga',
    path: (app) => `/dashboard/keys/${made.get(app)}`,
    async given(app) {
      await app.newKey({ name: 'ci of the docs', allowedIps: ['203.0.113.0/24'], expiresInDays: 7 })
      const [newest] = await listKeys(app.parts, 77)
      made.set(app, newest?.id ?? '')
    },
  }
}

function webhookCase(): Omit<PageCase, 'name'> {
  const made = new WeakMap<BrowsedDashboard, string>()
  return {
    login: 'olga',
    path: (app) => String(made.get(app)),
    given: async (app) => void made.set(app, await givenWebhook(app)),
  }
}

async function manyProjects(app: BrowsedDashboard): Promise<void> {
  const repositories = Array.from({ length: 120 }, (_, at) => ({
    ...{ id: 5_000 + at, name: `repository-${5_000 + at}`, private: true },
  }))
  await addProjects(app.parts, { id: 1, account: { id: 77, login: 'acme' } }, repositories)
  for (const { id } of repositories) {
    app.github.people.olga?.rights.set(id, 'admin')
    app.github.installations[0]?.repositories.push(id)
  }
}

/** The page of a job in one state. */
function jobCase(
  state: keyof Awaited<ReturnType<typeof givenJobs>>,
  rest = '',
  texts?: Parameters<typeof givenJobs>[1],
): PageCase {
  const made = new WeakMap<BrowsedDashboard, string>()
  return {
    name: `job-${state}${rest.replace('/', '-')}`,
    login: 'willy',
    path: (app) => `${made.get(app)}${rest}`,
    given: async (app) => void made.set(app, (await givenJobs(app, texts))[state].path),
  }
}

/** The page of a job that has planned. */
function planCase(): PageCase {
  const made = new WeakMap<BrowsedDashboard, string>()
  return {
    name: 'job-plan',
    login: 'willy',
    path: (app) => `${made.get(app)}`,
    async given(app) {
      const job = await givenJob(app, USUAL.prompt, 'plan')
      await (await job.runner()).finish(`**What changes**\n\n- \`src/${'very-long-name-'.repeat(15)}.ts\``)
      made.set(app, job.path)
    },
  }
}

/** The page of a job that has reviewed a pull request. */
function reviewCase(): PageCase {
  const made = new WeakMap<BrowsedDashboard, string>()
  return {
    ...{ name: 'job-review', login: 'willy' },
    path: (app) => String(made.get(app)),
    async given(app) {
      const job = await givenJob(app, 'Look at the error paths', 'review', 'feature')
      const runner = await job.runner({ review: { pullRequest: 18, headSha: 'b'.repeat(40) } })
      const path = `src/${'very-long-name-'.repeat(15)}.ts`
      const suggestion = `if (error === null) return ${'undefinedOrNothing ?? '.repeat(12)}null\n\nthrow error`
      await runner.finish('I looked at **two** files.', {
        review: 70,
        findings: [
          { path, startLine: 12, line: 14, text: 'This hides the `error`.', suggestion },
          { path: 'src/b.ts', line: 3, text: 'Nobody reads this.', suggestion: '' },
          { path: 'src/b.ts', line: 9, text: `Who closes \`${'theVeryLong'.repeat(20)}\`?` },
        ],
      })
      made.set(app, job.path)
    },
  }
}

/** The page of a job that asks something, for who may answer and for who may not. */
function questionCase(login: string): PageCase {
  const made = new WeakMap<BrowsedDashboard, string>()
  return {
    ...{ name: `job-question-of-${login}`, login },
    path: (app) => String(made.get(app)),
    given: async (app) => void made.set(app, await givenQuestion(app)),
  }
}

async function givenQuestion(app: BrowsedDashboard): Promise<string> {
  const job = await givenJob(app, 'Rename the option --colour, and keep the old name for a while')
  await (await job.runner()).ask({
    text: `Which name shall the option have? \`src/${'very-long-name-'.repeat(8)}.ts\` has both.`,
    choices: ['--color', `--colour-of-${'all-the-'.repeat(12)}lines`, 'Both, and a warning for the old name'],
  })
  return job.path
}

/** The page of a job whose model is down. */
function retryCase(): PageCase {
  const made = new WeakMap<BrowsedDashboard, string>()
  return {
    ...{ name: 'job-waits-for-model', login: 'willy' },
    path: (app) => String(made.get(app)),
    async given(app) {
      const job = await givenJob(app, USUAL.prompt)
      const after = (seconds: number) => new Date(app.clock.at + seconds * 1000).toISOString()
      await (await job.runner()).report({ type: 'stage', stage: 'agent' }, ...work(1, USUAL.target), {
        ...{ type: 'retry', host: `models.${'long-name-'.repeat(6)}.example.com`, why: 'it answered 529' },
        ...{ retry: 4, next: after(40), until: after(340) },
      })
      made.set(app, job.path)
    },
  }
}

/** The key of the test server, with a webhook and a batch, a week before it expires. Returns its id. */
async function endingKey(app: BrowsedDashboard): Promise<string> {
  await givenWebhook(app)
  await givenBatches(app)
  const id = (await listKeys(app.parts, 77)).at(-1)?.id ?? ''
  const expiresAt = new Date(app.clock.at + 7 * 86_400_000).toISOString()
  await changeKey(app.store, { accountId: 77, id }, (key) => ({ ...key, expiresAt }))
  return id
}

function endingKeyCase(): Omit<PageCase, 'name'> {
  const made = new WeakMap<BrowsedDashboard, string>()
  return {
    login: 'olga',
    path: (app) => `/dashboard/keys/${made.get(app)}`,
    given: async (app) => void made.set(app, await endingKey(app)),
  }
}

async function manyOutcomes(app: BrowsedDashboard): Promise<void> {
  await manyRuns(app)
  await givenOutcomes(app.store, { accountId: 77, projects: [app.project], now: app.clock.at, jobs: 60 })
}

async function manyRuns({ store, project, clock }: BrowsedDashboard): Promise<void> {
  const day = new Date(clock.at).toISOString().slice(0, 10)
  await store.commit({
    set: [{ key: dailyBudgetKeys.spent(project), value: JSON.stringify({ day, usd: 31.4 }) }],
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

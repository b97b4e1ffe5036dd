import { expect, onTestFinished, test } from 'vitest'
import { startSandboxGithub } from '../../../../sandbox/github/github.ts'
import { auditKeys } from '../../../../src/app/audit/audit-entry.ts'
import { createProbot } from '../../../../src/app/github/request/create-probot.ts'
import { readPeople } from '../../../../src/app/github/sign-in/read-people.ts'
import { type DashboardDeps, dashboardRoutes } from '../../../../src/app/http/dashboard/dashboard-routes.ts'
import { createKey } from '../../../../src/app/keys/create-key.ts'
import { memberOf } from '../../../../src/app/limits/rate-limit.ts'
import { createLog } from '../../../../src/app/log/create-log.ts'
import { addProjects } from '../../../../src/app/projects/installed-projects.ts'
import { projectIdOf } from '../../../../src/app/projects/project.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { makePrivateKey } from '../../../support/app/private-key.ts'
import { startDashboard } from '../../../support/dashboard/start-dashboard.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/**
 * `mona` owns the organisation `acme`, and has the admin role in its repositories `docs` and `labs`. The server has just
 * asked GitHub for that.
 */
async function scene() {
  const github = await startSandboxGithub({ dialect: 'github', directory: await temporaryFolder() })
  onTestFinished(() => github.close())
  github.createAccount({ login: 'acme', type: 'Organization' })
  for (const login of ['mona', 'heir']) github.createAccount({ login, type: 'User' })
  github.changeOwner({ organization: 'acme', login: 'mona' })
  const repositories: { id: number; name: string; private: boolean }[] = []
  for (const name of ['docs', 'labs']) {
    const { id } = await github.createRepository({ owner: 'acme', name, private: true })
    github.changeRole({ owner: 'acme', name, login: 'mona', role: 'admin' })
    repositories.push({ id, name, private: true })
  }
  const { appId } = github.registerApp({
    ...{ slug: 'prentice', webhookUrl: '', webhookSecret: 'x', events: [] },
    permissions: { contents: 'write', members: 'read' },
  })
  const installation = github.installApp({ appId, account: 'acme', repositories: 'all' })
  const { octokits } = createProbot({
    ...{ appId, privateKey: makePrivateKey(), webhookSecret: 'a long enough secret' },
    ...{ apiUrl: github.apiUrl, apiVersion: '2022-11-28', log: createLog('silent').log },
  })
  const people = readPeople({ octokits, now: Date.now })
  const app = await startDashboard({ asPerson: people })
  const token = github.createUserToken({ login: 'mona', permission: 'role', viaApp: appId })
  const [acme] = (await people.listInstallations(token)).installations
  if (acme === undefined) throw new Error('mona sees no installation')
  const accountId = acme.account.id
  await addProjects(app.parts, { id: installation, account: acme.account }, repositories)
  const [docs = '', labs = ''] = repositories.map(({ id }) => projectIdOf(id))

  const key = async (name: string, projectIds: string[] | null) => {
    const wanted = { name, projectIds, accountId, allowedIps: [], expiresInDays: null, createdBy: 'a test' }
    const made = await createKey(app.parts, { ...wanted, scopes: ['admin'] }, A_TEST)
    if (made.kind !== 'added') throw new Error(made.kind)
    return made.record.id
  }
  const keys = [await key('of all', null), await key('of docs', [docs]), await key('of both', [docs, labs])]
  const webhook = async (keyId: string, projectIds?: string[]) => {
    const made = await app.parts.outgoing.create(
      { accountId, projectIds: null, keyId: null, by: A_TEST, member: memberOf(A_TEST, true) },
      { kind: 'key', keyId },
      {
        ...{ url: 'https://example.com/hook', name: 'hook', format: 'standard', events: ['job.failed'] },
        ...{ onlyWhenNamed: false, ...(projectIds && { projectIds }) },
      },
    )
    if (made.kind !== 'created') throw new Error(made.kind)
    return made.made.webhook.id
  }
  const [ofAll = '', ofDocs = '', ofBoth = ''] = keys
  const webhooks = [
    await webhook(ofAll),
    await webhook(ofDocs),
    await webhook(ofBoth),
    await webhook(ofAll, [docs]),
  ]
  const mona = await app.signInAs(await people.readPerson(token), token)
  /** `owner` owns the organisation from now on, and mona has this role in its repositories. */
  const grant = (owner: string, role: 'admin' | (typeof ROLES)[number]) => {
    github.changeOwner({ organization: 'acme', login: owner })
    for (const { name } of repositories) github.changeRole({ owner: 'acme', name, login: 'mona', role })
  }
  return { app, accountId, docs, labs, keys, webhooks, mona, grant }
}

type Scene = Awaited<ReturnType<typeof scene>>

/** What GitHub says after the person has lost the account. */
const ROLES = [null, 'read'] as const

const NEW_KEY = { name: 'new', scope: 'admin', expires: '7' }
const NEW_WEBHOOK = { name: 'new', url: 'https://example.com/new', format: 'standard', event: ['job.failed'] }

/** Everything that a form of each route can ask for in an account. */
const FORMS: Record<string, (scene: Scene) => (readonly [string, Record<string, string | string[]>])[]> = {
  '/keys': ({ docs, labs }) => [
    ['/keys', { ...NEW_KEY, coverage: 'all' }],
    ['/keys', { ...NEW_KEY, coverage: 'chosen', project: docs }],
    ['/keys', { ...NEW_KEY, coverage: 'chosen', project: [docs, labs] }],
    ['/keys', { ...NEW_KEY, coverage: 'chosen', projects: 'docs' }],
    ['/keys', { ...NEW_KEY, coverage: 'chosen' }],
  ],
  '/keys/:id/rotate': ({ keys }) => keys.map((id) => [`/keys/${id}/rotate`, { grace: '1h' }]),
  '/keys/:id/revoke': ({ keys }) =>
    keys.flatMap((id) =>
      ['of all', 'of docs', 'of both'].map((name) => [`/keys/${id}/revoke`, { name }] as const),
    ),
  '/webhooks': ({ docs, labs }) => [
    ['/webhooks', { ...NEW_WEBHOOK, coverage: 'all' }],
    ['/webhooks', { ...NEW_WEBHOOK, coverage: 'chosen', project: docs }],
    ['/webhooks', { ...NEW_WEBHOOK, coverage: 'chosen', project: [docs, labs] }],
    ['/webhooks', { ...NEW_WEBHOOK, coverage: 'chosen', projects: 'docs' }],
    ['/webhooks', { ...NEW_WEBHOOK, coverage: 'chosen' }],
  ],
  ...Object.fromEntries(
    [
      'rotate',
      'take-over',
      'disable',
      'enable',
      'delete',
      'test',
      `deliveries/evt_1800000000000_${'0'.repeat(26)}_1/redeliver`,
    ].map((verb) => [
      `/webhooks/:id/${verb.replace(/evt_\w+/, ':event')}`,
      ({ webhooks }: Scene) => webhooks.map((id) => [`/webhooks/${id}/${verb}`, {}] as const),
    ]),
  ),
  '/webhooks/:id/edit': ({ webhooks }) =>
    webhooks.map((id) => [
      `/webhooks/${id}/edit`,
      { name: 'mine', url: 'https://thief.example/', event: 'job.created' },
    ]),
  '/batches': ({ docs, labs }) => [
    ['/batches', { kind: 'projects', prompt: 'x', projects: [docs, labs], atOnce: '5', first: '' }],
    ['/batches', { kind: 'files', prompt: 'x', project: docs, each: '*', per: '1', atOnce: '5', first: '' }],
    ['/batches', { kind: 'projects', prompt: 'x', atOnce: '5', first: '' }],
  ],
  '/jobs': ({ docs }) => [['/jobs', { project: docs, prompt: 'x' }]],
  '/jobs/bulk': ({ docs }) =>
    ['stop', 'archive', 'retry'].map((action) => [
      '/jobs/bulk',
      { action, job: `${docs}/job_${'0'.repeat(26)}` },
    ]),
  '/runner-repository': ({ docs }) => [
    ['/runner-repository', { project: docs, setup: 'no', confirm: 'yes' }],
  ],
  '/runner-repository/remove': () => [['/runner-repository/remove', { confirm: 'yes' }]],
}

/** The routes that change something, without those of one project or batch, whose rights another test takes away. */
function routesOfAccount(): string[] {
  const unused: object = new Proxy(() => unused, { get: () => unused })
  const { routes } = dashboardRoutes({ signedIn: unused, publicUrl: 'https://x.example' } as DashboardDeps)
  const writes = routes.filter(({ method }) => method !== 'GET' && method !== 'ALL')
  const paths = writes.map(({ path }) => path.replace(/^\/dashboard/, ''))
  return [...new Set(paths)].filter((path) => !/:project|\/batches\/:id|sign-|\*/.test(path)).toSorted()
}

/** What anybody has changed in the account: every change is audited in its own commit. */
async function changesIn({ app, accountId }: Scene): Promise<string[]> {
  const entries = await app.store.list({ prefix: auditKeys.of(accountId), limit: 1000 })
  return entries.flatMap(({ value }) => (value.includes('"session.') ? [] : [value]))
}

test('the forms of this test are those of all routes that act for an account', () => {
  expect(Object.keys(FORMS).toSorted()).toEqual(routesOfAccount())
})

test.each(ROLES)('a form does nothing for a former owner whose role is now %s', async (role) => {
  const all = await scene()
  const done: string[] = []
  for (const [path, fields] of Object.values(FORMS).flatMap((of) => of(all))) {
    all.grant('mona', 'admin')
    // The server has the former answer of GitHub.
    expect((await all.mona.get('/keys?account=acme')).status).toBe(200)
    all.grant('heir', role)
    const before = await changesIn(all)
    const { text } = await all.mona.post(`${path}?account=acme`, fields)
    const changes = (await changesIn(all)).length - before.length
    if (changes > 0 || /whsec_|prn_\w{20}/.test(text)) done.push(`${path} ${JSON.stringify(fields)}`)
  }
  expect(done).toEqual([])
})

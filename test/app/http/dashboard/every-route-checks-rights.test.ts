import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DashboardDeps, dashboardRoutes } from '../../../../src/app/http/dashboard/dashboard-routes.ts'
import { listKeys } from '../../../../src/app/keys/key-record.ts'
import { memberOf } from '../../../../src/app/limits/rate-limit.ts'
import { addProjects } from '../../../../src/app/projects/installed-projects.ts'
import { testPerson } from '../../../support/dashboard/people-github.ts'
import {
  type Dashboard,
  DOCS,
  openDashboard,
  type Visitor,
} from '../../../support/dashboard/start-dashboard.ts'

/**
 * Every route of the dashboard, as the server has registered them: a page that somebody adds is here without a change.
 */
const BEFORE_SIGN_IN = ['/dashboard/sign-in', '/dashboard/sign-in/github', '/dashboard/callback']

/** The project of another account, which mona reads. */
const OTHER = 4321

interface Route {
  readonly method: string
  readonly path: string
}

let dashboard: Dashboard & { readonly close: () => Promise<void> }
let routes: Route[] = []
let job = ''
let key = ''
let webhook = ''
let batch = ''

beforeAll(async () => {
  dashboard = await openDashboard({
    people: [testPerson('mona', { rights: { [OTHER]: 'read' } })],
  })
  dashboard.github.installations.push({
    id: 2,
    account: { id: 88, login: 'umbrella', type: 'Organization' },
    isSuspended: false,
    url: 'https://github.com/organizations/acme/settings/installations/1',
    repositories: [OTHER],
  })
  await addProjects(dashboard.parts, { id: 2, account: { id: 88, login: 'umbrella' } }, [
    { id: OTHER, name: 'labs', private: true },
  ])
  const created = await dashboard.call('POST', `/v2/agent/${dashboard.project}/job`, {
    body: { prompt: 'the secret plan' },
  })
  job = String(created.json.id)
  key = (await listKeys(dashboard.parts, 77))[0]?.id ?? ''
  webhook = await makeWebhook(key)
  const asked = { prompt: 'the secret batch', projectIds: [dashboard.project] }
  batch = String((await dashboard.call('POST', '/v2/batches', { body: asked })).json.id)
  routes = registeredRoutes().filter(
    ({ method, path }) =>
      method !== 'ALL' && !path.includes('*') && !path.includes('/assets/') && !BEFORE_SIGN_IN.includes(path),
  )
})

afterAll(() => dashboard.close())

/** Of the project, so that people with the admin role in it see it. */
async function makeWebhook(keyId: string): Promise<string> {
  const by = { kind: 'server', id: null, name: 'a test', via: 'server', address: null } as const
  const made = await dashboard.parts.outgoing.create(
    { accountId: 77, projectIds: null, keyId: null, by, member: memberOf(by, true) },
    { kind: 'key', keyId },
    {
      ...{ url: 'https://example.com/secret-hook', name: 'the secret hook', format: 'standard' },
      ...{ events: ['job.failed'], projectIds: [dashboard.project], onlyWhenNamed: false },
    },
  )
  if (made.kind !== 'created') throw new Error('the webhook was not created')
  return made.made.webhook.id
}

/** The pages only register their routes here: nothing that they are given is used before a request. */
function registeredRoutes(): readonly Route[] {
  const unused: object = new Proxy(() => unused, { get: () => unused })
  return dashboardRoutes({ signedIn: unused, publicUrl: 'https://prentice.example' } as DashboardDeps).routes
}

/** With ids of things that exist, so that only rights can refuse. */
const filled = ({ path }: Route): string =>
  path
    .replace(/:project(Id)?\b/, dashboard.project)
    .replace(/:(run|number|n)\b/g, '1')
    .replace(/(?<=\/jobs\/[^/]+\/):id\b/, job)
    .replace(/(?<=\/keys\/):id\b/, key)
    .replace(/(?<=\/webhooks\/):id\b/, webhook)
    .replace(/(?<=\/batches\/):id\b/, batch)
    .replace(/:event\b/, `evt_1800000000000_${'0'.repeat(26)}_1`)

const send = (visitor: Visitor, route: Route, headers: Record<string, string> = {}) =>
  route.method === 'GET' ? visitor.get(filled(route), headers) : visitor.post(filled(route), {}, headers)

/** A batch is of all projects that it covers. */
const isOfProject = ({ path }: Route): boolean => /:project|\/batches\/:id/.test(path)
/** A key or a webhook, for those who manage it. */
const isOfManager = ({ path }: Route): boolean => /\/(keys|webhooks)\/:id/.test(path)

/** Of an account, for those who own it. */
const isOfOwner = ({ path }: Route): boolean => /\/runner-repository/.test(path)

const SECRETS = () => [
  dashboard.project,
  'the secret plan',
  'the secret hook',
  'the secret batch',
  'acme',
  job,
  key,
  webhook,
  batch,
]

describe('every route of the dashboard', () => {
  test('is found by this test', () => {
    expect(routes.length).toBeGreaterThan(10)
    // Every id of a route is that of something that exists.
    expect(routes.map(filled).filter((path) => path.includes(':'))).toEqual([])
  })

  test('shows nothing to somebody who is not signed in, and does nothing for them', async () => {
    for (const route of routes) {
      const answer = await send(dashboard.visitor(), route)
      const name = `${route.method} ${route.path}`
      if (route.method === 'GET') expect([name, answer.status]).toEqual([name, expect.toBeOneOf([303, 401])])
      else expect([name, answer.status]).toEqual([name, 401])
      if (answer.status === 303) expect(answer.location).toMatch(/^\/dashboard\/sign-in\?to=/)
      for (const secret of ['the secret plan', 'the secret batch', 'acme'])
        expect(answer.text).not.toContain(secret)
    }
  })

  test.each(['sten', 'mona'])(
    'of a project does not exist for %s, who has no access to it',
    async (login) => {
      const visitor = await dashboard.signIn(login)
      for (const route of routes) {
        const answer = await send(visitor, route)
        const name = `${route.method} ${route.path}`
        if (isOfProject(route) || isOfManager(route)) expect([name, answer.status]).toEqual([name, 404])
        const asked = filled(route)
        for (const secret of SECRETS())
          expect([name, answer.text.replaceAll(asked, '').includes(secret)]).toEqual([name, false])
        if (/sign-out/.test(route.path))
          for (const [key, value] of (await dashboard.signIn(login)).cookies) visitor.cookies.set(key, value)
      }
    },
  )

  test('refuses changes by people who may only read', async () => {
    const rita = await dashboard.signIn('rita')
    for (const route of routes.filter((one) => one.method !== 'GET' && isOfProject(one))) {
      const answer = await send(rita, route)
      expect([route.path, answer.status]).toEqual([route.path, 403])
    }
    for (const route of routes.filter(isOfManager)) {
      const answer = await send(rita, route)
      expect([route.path, answer.status]).toEqual([route.path, 404])
    }
  })

  test.each(['ada', 'willy', 'rita', 'mona'])('of an account refuses %s, who owns none', async (login) => {
    const visitor = await dashboard.signIn(login)
    const ofOwners = routes.filter(isOfOwner)
    expect(ofOwners).toHaveLength(3)
    for (const route of ofOwners) {
      const answer = await send(visitor, route)
      expect([route.method, route.path, answer.status]).toEqual([route.method, route.path, 403])
    }
  })

  test('refuses changes by forms of other sites', async () => {
    const foreign = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.prentice.example', 'sec-fetch-site': 'same-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { origin: 'https://prentice.example', 'sec-fetch-site': 'cross-site' },
    ]
    const olga = await dashboard.signIn('olga')
    for (const route of routes.filter(({ method }) => method !== 'GET'))
      for (const headers of foreign) {
        const answer = await send(olga, route, headers)
        expect([route.path, headers.origin, answer.status]).toEqual([route.path, headers.origin, 403])
      }
    // A form without either header.
    const cookie = [...olga.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const bare = await fetch(`${dashboard.url}/dashboard/sign-out`, { method: 'POST', headers: { cookie } })
    expect(bare.status).toBe(403)
    expect((await olga.get('/')).status).toBe(200)
  })

  test('is closed after the right was taken away', async () => {
    const willy = await dashboard.signIn('willy')
    expect((await willy.get(`/projects/${dashboard.project}`)).status).toBe(200)
    dashboard.github.people.willy?.rights.delete(DOCS)
    dashboard.clock.at += 5 * 60_000
    for (const route of routes.filter(isOfProject)) {
      const answer = await send(willy, route)
      expect([route.path, answer.status]).toEqual([route.path, 404])
    }
  })

  test('of a key or a webhook asks GitHub before it changes anything', async () => {
    const ada = await dashboard.signIn('ada')
    expect((await ada.get(`/webhooks/${webhook}`)).status).toBe(200)
    dashboard.github.people.ada?.rights.delete(DOCS)
    for (const route of routes.filter((one) => one.method !== 'GET' && isOfManager(one))) {
      const answer = await send(ada, route)
      expect([route.path, answer.status]).toEqual([route.path, 404])
    }
    expect(await listKeys(dashboard.parts, 77)).toMatchObject([{ id: key, rotatedTo: null }])
  })

  test('ignores a session cookie that a sibling domain could have set', async () => {
    const victim = await dashboard.signIn('rita')
    const thrown = dashboard.visitor()
    for (const value of victim.cookies.values()) thrown.cookies.set('prentice-session', value)
    expect((await thrown.get('/')).status).toBe(303)
  })

  test('is sent with a strict policy, and never kept', async () => {
    const olga = await dashboard.signIn('olga')
    // The stream of a job does not end.
    for (const route of routes.filter(({ method, path }) => method === 'GET' && !/\/events$/.test(path))) {
      const { headers } = await send(olga, route)
      if (!headers.get('content-type')?.startsWith('text/html')) continue
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).not.toContain('unsafe')
      for (const part of [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ])
        expect([route.path, policy]).toEqual([route.path, expect.stringContaining(part)])
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })
})

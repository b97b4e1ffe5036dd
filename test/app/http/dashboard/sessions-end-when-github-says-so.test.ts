import { expect, test } from 'vitest'
import { sessionKeys } from '../../../../src/app/sessions/sessions.ts'
import { createTokenCipher } from '../../../../src/app/store/token-cipher.ts'
import {
  comeBack,
  type Dashboard,
  DOCS,
  startDashboard,
  type Visitor,
} from '../../../support/dashboard/start-dashboard.ts'

const HOUR = 3_600_000
const ACME = { id: 77, login: 'acme', type: 'Organization' }

const isSignedIn = async (visitor: Visitor): Promise<boolean> => (await visitor.get('/')).status === 200

async function tell(dashboard: Dashboard, event: string, payload: object): Promise<void> {
  expect((await dashboard.webhook(event, payload)).status).toBe(200)
}

test('a session ends after eight hours without a request, and after seven days', async () => {
  const dashboard = await startDashboard()
  const idle = await dashboard.signIn('rita')
  dashboard.clock.at += 8 * HOUR
  expect(await isSignedIn(idle)).toBe(false)
  const busy = await dashboard.signIn('rita')
  for (let hours = 0; hours < 7 * 24 - 7; hours += 7) {
    dashboard.clock.at += 7 * HOUR
    expect(await isSignedIn(busy)).toBe(true)
  }
  dashboard.clock.at += 7 * HOUR
  expect(await isSignedIn(busy)).toBe(false)
})

test('signing out ends one session, and signing out everywhere all of the person', async () => {
  const dashboard = await startDashboard()
  const [one, two, three] = [
    await dashboard.signIn('rita'),
    await dashboard.signIn('rita'),
    await dashboard.signIn('rita'),
  ]
  const other = await dashboard.signIn('willy')
  const stolen = new Map(one.cookies)
  await one.post('/sign-out')
  expect(one.cookies.has('__Host-prentice-session')).toBe(false)
  // Replayed by somebody who kept the cookie.
  for (const [name, value] of stolen) one.cookies.set(name, value)
  expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, true])
  await two.post('/sign-out-everywhere')
  expect([await isSignedIn(three), await isSignedIn(other)]).toEqual([false, true])
})

test('a sign-in starts a new session, whatever cookie the browser had before', async () => {
  const dashboard = await startDashboard({ comesBack: 'rita' })
  const cookie = '__Host-prentice-session'
  // Somebody else has set the cookie: to a value of their choice, then to that of their own session.
  const attacker = await dashboard.signIn('willy')
  const planted = ['chosen-by-the-attacker', attacker.cookies.get(cookie) ?? '']
  for (const value of planted) {
    const victim = dashboard.visitor()
    victim.cookies.set(cookie, value)
    const { location } = await victim.get('/sign-in/github?to=/keys')
    const back = await comeBack(victim, location)
    expect([back.status, back.location]).toEqual([303, '/dashboard/keys'])
    expect(victim.cookies.get(cookie)).not.toBe(value)
    expect((await victim.get('/jobs')).text).toContain('Signed in as rita')
  }
  expect(await isSignedIn(attacker)).toBe(false)
})

test('a session that is used while it ends does not come back', async () => {
  const dashboard = await startDashboard()
  const rita = await dashboard.signIn('rita')
  const second = await dashboard.signIn('rita')
  dashboard.clock.at += HOUR
  await Promise.all([
    rita.get('/'),
    rita.get('/keys'),
    second.post('/sign-out-everywhere'),
    rita.get('/projects'),
  ])
  expect([await isSignedIn(rita), await isSignedIn(second)]).toEqual([false, false])
})

test('a person has at most twenty sessions', async () => {
  const dashboard = await startDashboard()
  const visitors: Visitor[] = []
  for (let count = 0; count < 21; count++) visitors.push(await dashboard.signIn('rita'))
  const [first, second] = visitors
  if (first === undefined || second === undefined) throw new Error('nobody has signed in')
  expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, true])
})

test('a revoked authorization ends the sessions of the person', async () => {
  const dashboard = await startDashboard()
  const rita = await dashboard.signIn('rita')
  const { id = 0 } = dashboard.github.people.rita ?? {}
  await tell(dashboard, 'github_app_authorization', { action: 'revoked', sender: { id, login: 'rita' } })
  await expect.poll(() => isSignedIn(rita)).toBe(false)
})

test('a token that GitHub refuses ends the session, too', async () => {
  const dashboard = await startDashboard()
  const rita = await dashboard.signIn('rita')
  expect(await isSignedIn(rita)).toBe(true)
  const { rita: person } = dashboard.github.people
  if (person !== undefined) person.isRevoked = true
  dashboard.clock.at += 5 * 60_000
  expect(await isSignedIn(rita)).toBe(false)
})

test('rights are reused for five minutes, or until GitHub reports a change', async () => {
  const dashboard = await startDashboard()
  const rita = await dashboard.signIn('rita')
  const page = `/projects/${dashboard.project}`
  expect((await rita.get(page)).status).toBe(200)
  const asked = dashboard.github.calls.listInstallations
  await rita.get(page)
  expect(dashboard.github.calls.listInstallations).toBe(asked)
  dashboard.github.people.rita?.rights.delete(DOCS)
  dashboard.clock.at += 5 * 60_000
  expect((await rita.get(page)).status).toBe(404)

  dashboard.github.people.rita?.rights.set(DOCS, 'read')
  dashboard.clock.at += 5 * 60_000
  expect((await rita.get(page)).status).toBe(200)
  dashboard.github.people.rita?.rights.delete(DOCS)
  const installation = { id: 1, account: ACME, permissions: {} }
  await tell(dashboard, 'installation_repositories', {
    action: 'removed',
    installation,
    repositories_added: [],
    repositories_removed: [{ id: 99, name: 'other', full_name: 'acme/other', private: true }],
  })
  await expect.poll(async () => (await rita.get(page)).status).toBe(404)
})

test('a person who has just installed the App sees the account after a few seconds', async () => {
  const dashboard = await startDashboard()
  const installed = dashboard.github.installations.splice(0)
  const rita = await dashboard.signIn('rita')
  const page = `/projects/${dashboard.project}`
  expect((await rita.get(page)).status).toBe(404)
  dashboard.github.installations.push(...installed)
  dashboard.clock.at += 5_000
  expect((await rita.get(page)).status).toBe(200)
})

test('a repository or an account on which the App is installed is seen as soon as GitHub reports it', async () => {
  const dashboard = await startDashboard()
  const olga = await dashboard.signIn('olga')
  const { people, installations } = dashboard.github
  expect((await olga.get('/projects')).text).not.toContain('acme/handbook')

  const handbook = { id: 99, name: 'handbook', full_name: 'acme/handbook', private: true }
  people.olga?.rights.set(99, 'admin')
  installations[0]?.repositories.push(99)
  const installation = { id: 1, account: ACME, permissions: {} }
  const repositories = { repositories_added: [handbook], repositories_removed: [] }
  await tell(dashboard, 'installation_repositories', { action: 'added', installation, ...repositories })
  await expect.poll(async () => (await olga.get('/projects')).text).toContain('acme/handbook')

  const other = { id: 2, account: { id: 78, login: 'labs', type: 'Organization' as const }, permissions: {} }
  const { olga: person } = people
  if (person === undefined) throw new Error('there is no olga')
  person.rights.set(100, 'admin')
  const url = 'https://github.com/organizations/labs/settings/installations/2'
  installations.push({ ...other, isSuspended: false, url, repositories: [100] })
  const sender = { id: person.id, login: 'olga', type: 'User' }
  await tell(dashboard, 'installation', { action: 'created', installation: other, repositories: [], sender })
  await expect.poll(async () => (await olga.get('/projects')).text).toContain('account=labs')
})

test('a suspended installation is named with the page that ends it, and is back when GitHub reports it', async () => {
  const dashboard = await startDashboard()
  const willy = await dashboard.signIn('willy')
  const [acme] = dashboard.github.installations
  if (acme === undefined) throw new Error('there is no installation')
  acme.isSuspended = true
  const installation = { id: 1, account: ACME, permissions: {} }
  await tell(dashboard, 'installation', { action: 'suspend', installation })
  await expect.poll(async () => (await willy.get('')).text).toContain('Unsuspend the App')
  for (const path of ['', '/jobs', '/projects', '/keys']) {
    const { text } = await willy.get(path)
    expect([path, text]).toEqual([path, expect.stringContaining(`href="${acme.url}"`)])
    expect([path, text]).toEqual([path, expect.not.stringContaining('<h1>Install the App first')])
  }
  acme.isSuspended = false
  await tell(dashboard, 'installation', { action: 'unsuspend', installation, repositories: [] })
  await expect.poll(async () => (await willy.get('/projects')).text).toContain('acme/docs')
})

test('a suspended installation is named to people who work in another account, too', async () => {
  const dashboard = await startDashboard()
  const url = 'https://github.com/organizations/labs/settings/installations/2'
  dashboard.github.installations.push({
    ...{ id: 2, account: { id: 78, login: 'labs', type: 'Organization' }, isSuspended: true, url },
    repositories: [DOCS],
  })
  const { text } = await (await dashboard.signIn('rita')).get('')
  expect(text).toContain('The App is suspended on labs')
  expect(text).toContain('It is installed on acme')
})

test('for an organisation that requires single sign-on, the dashboard shows only the link to its sign-in', async () => {
  const dashboard = await startDashboard()
  dashboard.github.people.rita?.mustSignOn.add(ACME.id)
  const rita = await dashboard.signIn('rita')
  const home = await rita.get('/')
  expect(home.text).toContain('https://github.com/orgs/acme/sso')
  expect(home.text).not.toContain('docs')
  expect((await rita.get(`/projects/${dashboard.project}`)).status).toBe(404)
})

test('a session whose tokens were encrypted with an earlier private key of the App ends', async () => {
  const dashboard = await startDashboard()
  const rita = await dashboard.signIn('rita')
  const session = await dashboard.people.find(rita.cookies.get('__Host-prentice-session') ?? '')
  if (session === null) throw new Error('there is no session')
  const key = sessionKeys.record(session.hash)
  const tokens = createTokenCipher('the earlier private key').encrypt('{}')
  await dashboard.store.commit({ set: [{ key, value: JSON.stringify({ ...session.record, tokens }) }] })
  dashboard.clock.at += 5 * 60_000
  const page = await rita.get('/jobs')
  expect([page.status, page.location]).toEqual([303, '/dashboard/sign-in?to=%2Fjobs'])
  expect(rita.cookies.has('__Host-prentice-session')).toBe(false)
  expect(await dashboard.store.get(key)).toBeUndefined()
})

import { expect, onTestFinished, test } from 'vitest'
import { startSandboxGithub } from '../../../../sandbox/github/github.ts'
import { TokenRefused } from '../../../../src/app/github/people.ts'
import { createProbot } from '../../../../src/app/github/request/create-probot.ts'
import { createOauth } from '../../../../src/app/github/sign-in/oauth.ts'
import { readPeople } from '../../../../src/app/github/sign-in/read-people.ts'
import { createLog } from '../../../../src/app/log/create-log.ts'
import { makePrivateKey } from '../../../support/app/private-key.ts'
import { openDashboard } from '../../../support/dashboard/start-dashboard.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const PUBLIC_URL = 'https://prentice.example'
const CALLBACK = `${PUBLIC_URL}/dashboard/callback`

/** The sign-in of the product against the sandbox's GitHub, in both dialects. */
async function scene(dialect: 'github' | 'enterprise' = 'github') {
  const github = await startSandboxGithub({ dialect, directory: await temporaryFolder() })
  onTestFinished(() => github.close())
  github.createAccount({ login: 'acme', type: 'Organization' })
  github.createAccount({ login: 'rita', type: 'User' })
  const { id } = await github.createRepository({ owner: 'acme', name: 'docs', private: false })
  const app = github.registerApp({
    slug: 'prentice',
    webhookUrl: '',
    webhookSecret: 'x',
    callbackUrls: [CALLBACK],
    permissions: { contents: 'write', members: 'read' },
    events: [],
  })
  const installation = github.installApp({ appId: app.appId, account: 'acme', repositories: 'all' })
  const { octokits } = createProbot({
    appId: app.appId,
    privateKey: makePrivateKey(),
    webhookSecret: 'a long enough secret',
    apiUrl: github.apiUrl,
    apiVersion: '2022-11-28',
    log: createLog('silent').log,
  })
  const failures: string[] = []
  const people = readPeople({ octokits, now: Date.now })
  const oauth = createOauth({
    serverUrl: github.serverUrl,
    publicUrl: PUBLIC_URL,
    clientId: async () => app.clientId,
    clientSecret: app.clientSecret,
    people,
    now: Date.now,
    onFailure: (why) => failures.push(why),
  })
  /** What the person of this login brings back from GitHub; `''`: they cancel. */
  async function comeBack(url: string, login: string): Promise<URLSearchParams> {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ login }),
      redirect: 'manual',
    })
    return new URL(answer.headers.get('location') ?? '').searchParams
  }
  async function signIn(login: string) {
    const begun = await oauth.begin()
    return oauth.finish(await comeBack(begun.url, login), begun)
  }
  return { github, oauth, people, failures, comeBack, signIn, repository: id, installation }
}

test.each(['github', 'enterprise'] as const)(
  'a person signs in to %s, and sees explicit access only',
  async (dialect) => {
    const { github, people, signIn, repository, installation } = await scene(dialect)
    const rita = await signIn('rita')
    if (rita.kind !== 'signed-in') throw new Error(rita.kind)
    expect(rita.person.login).toBe('rita')
    expect(rita.tokens.accessExpiresAt).toBeGreaterThan(Date.now())
    // The repository is public, and gives her nothing.
    expect((await people.listInstallations(rita.tokens.access)).installations).toEqual([])
    github.changeRole({ owner: 'acme', name: 'docs', login: 'rita', role: 'write' })
    const listed = await people.listRepositories(rita.tokens.access, installation)
    expect(listed).toEqual({
      kind: 'listed',
      isCut: false,
      repositories: [{ id: repository, name: 'docs', right: 'write' }],
    })
    const docs = { id: repository, owner: 'acme', name: 'docs' }
    expect(await people.readRight(rita.tokens.access, docs)).toBe('write')
    expect(await people.readRight(rita.tokens.access, { ...docs, id: repository + 1 })).toBeNull()
    expect(await people.readRight(rita.tokens.access, { ...docs, name: 'gone' })).toBeNull()
    expect(await people.isOwner(rita.tokens.access, 'acme')).toBe(false)
    const admin = await signIn('octo-admin')
    if (admin.kind !== 'signed-in') throw new Error(admin.kind)
    expect(await people.isOwner(admin.tokens.access, 'acme')).toBe(true)
  },
)

test('a cancelled sign-in is reported', async () => {
  const { signIn } = await scene()
  expect(await signIn('')).toEqual({ kind: 'denied' })
})

test('a callback in another browser is refused, and a code works once', async () => {
  const { oauth, comeBack, failures } = await scene()
  const [mine, theirs] = [await oauth.begin(), await oauth.begin()]
  const answer = await comeBack(theirs.url, 'rita')
  expect(await oauth.finish(answer, mine)).toEqual({ kind: 'failed' })
  // With the right state, and the verifier of another browser.
  expect(await oauth.finish(answer, { state: theirs.state, verifier: mine.verifier })).toEqual({
    kind: 'failed',
  })
  expect(await oauth.finish(answer, theirs)).toEqual({ kind: 'failed' })
  expect(failures.at(-1)).toBe('bad_verification_code')
})

test('a refresh token works once, and the new one is valid', async () => {
  const { oauth, people, signIn } = await scene()
  const rita = await signIn('rita')
  if (rita.kind !== 'signed-in') throw new Error(rita.kind)
  const next = await oauth.refresh(rita.tokens.refresh ?? '')
  expect((await people.readPerson(next.access)).login).toBe('rita')
  await expect(people.readPerson(rita.tokens.access)).rejects.toThrow(TokenRefused)
  await expect(oauth.refresh(rita.tokens.refresh ?? '')).rejects.toThrow(/bad_refresh_token/)
})

test('a callback without a cookie of the sign-in creates no session', async () => {
  const dashboard = await openDashboard()
  onTestFinished(dashboard.close)
  const visitor = dashboard.visitor()
  const answer = await visitor.get('/callback?code=1&state=2')
  expect(answer.status).toBe(403)
  expect(answer.text).toContain('started in another browser')
  expect([...visitor.cookies]).toEqual([])
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:1'])(
  'the sign-in leads to no other place: %s',
  async (to) => {
    const dashboard = await openDashboard()
    onTestFinished(dashboard.close)
    const { text } = await dashboard.visitor().get(`/sign-in?to=${encodeURIComponent(to)}`)
    expect(text).toContain('/dashboard/sign-in/github?to="')
  },
)

import { onTestFinished } from 'vitest'
import type { GithubPeople, Person } from '../../../src/app/github/people.ts'
import type { DashboardDeps } from '../../../src/app/http/dashboard/dashboard-routes.ts'
import { SESSION_COOKIE } from '../../../src/app/http/dashboard/frame/guard.ts'
import { cookieName } from '../../../src/app/http/shared/cookie-name.ts'
import { createLog } from '../../../src/app/log/create-log.ts'
import { createPeople, type People } from '../../../src/app/sessions/people.ts'
import { createTokenCipher } from '../../../src/app/store/token-cipher.ts'
import { createSessionWatch } from '../../../src/app/timers/session-watch.ts'
import { type AppServer, type AppServerOptions, openAppServer } from '../app/open-app-server.ts'
import { RETENTION } from '../app/retention.ts'
import { type PeopleGithub, peopleGithub, type TestPerson, testPerson } from './people-github.ts'

/** The project `docs` of the account `acme`, which every test server has. */
export const DOCS = 1234
const ACME = 77

type SignIn = NonNullable<DashboardDeps['signedIn']>['signIn']

export interface DashboardOptions extends Omit<AppServerOptions, 'signedIn'> {
  /** Besides those of `PEOPLE`. */
  readonly people?: readonly TestPerson[]
  /** GitHub as persons see it, if not the one in memory. */
  readonly asPerson?: GithubPeople
  /** Who comes back from GitHub, by login; without it, nobody does. */
  readonly comesBack?: string
}

/** A browser without JavaScript: it keeps cookies, and follows no redirect by itself. */
export interface Visitor {
  /** `path`: below `/dashboard`, or from `/dashboard` on. */
  get(path: string, headers?: Record<string, string>): Promise<Page>
  post(path: string, fields?: Fields, headers?: Record<string, string>): Promise<Page>
  readonly cookies: Map<string, string>
}

type Fields = Readonly<Record<string, string | readonly string[]>>

export interface Page {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Where a redirect leads, with its query. */
  readonly location: string | null
}

export interface Dashboard extends AppServer {
  readonly github: PeopleGithub
  readonly people: People
  /** A browser in which nobody has signed in. */
  visitor(): Visitor
  /** One in which the person of this login has. */
  signIn(login: string): Promise<Visitor>
  /** The same for a person of `asPerson`. */
  signInAs(person: Person, accessToken: string): Promise<Visitor>
}

/**
 * A server with a dashboard, until the test has ended. `acme` has the project `docs`; `olga` owns the organisation, `ada`
 * has the admin role in `docs`, `willy` may write, `rita` may read, and `sten` is a stranger with an account of his own.
 */
export async function startDashboard(options: DashboardOptions = {}): Promise<Dashboard> {
  const { close, ...dashboard } = await openDashboard(options)
  onTestFinished(close)
  return dashboard
}

/** The same for several tests; `close` ends it. */
export async function openDashboard(
  options: DashboardOptions = {},
): Promise<Dashboard & { readonly close: () => Promise<void> }> {
  const github = peopleGithub([
    testPerson('olga', { rights: { [DOCS]: 'admin' }, owns: [ACME] }),
    testPerson('ada', { rights: { [DOCS]: 'admin' } }),
    testPerson('willy', { rights: { [DOCS]: 'write' } }),
    testPerson('rita', { rights: { [DOCS]: 'read' } }),
    testPerson('sten'),
    ...(options.people ?? []),
  ])
  github.installations.push({
    id: 1,
    account: { id: ACME, login: 'acme', type: 'Organization' },
    isSuspended: false,
    url: 'https://github.com/organizations/acme/settings/installations/1',
    repositories: [DOCS],
  })
  let made: People | null = null
  const { close, ...app } = await openAppServer({
    publicUrl: 'https://prentice.example',
    ...options,
    signedIn({ store, now }) {
      const people = createPeople({
        store,
        now,
        auditMs: RETENTION.auditMs,
        github: options.asPerson ?? github,
        tokenCipher: createTokenCipher('a private key'),
        refreshTokens: async () => ({
          access: 'refreshed',
          accessExpiresAt: null,
          refresh: null,
          refreshExpiresAt: null,
        }),
      })
      made = people
      const sessionWatch = createSessionWatch({ store, log: createLog('silent').log })
      return { people, signIn: signInOf(github, options.comesBack), sessionWatch }
    },
  })
  if (made === null) throw new Error('the server made no sessions')
  const people: People = made
  async function signInAs(person: Person, accessToken: string): Promise<Visitor> {
    const visitor = visitorOf(app)
    visitor.cookies.set(sessionCookie(app), await people.start(person, tokensOf(accessToken), '127.0.0.1'))
    return visitor
  }
  return {
    ...app,
    close,
    github,
    people,
    visitor: () => visitorOf(app),
    async signIn(login) {
      const person = github.people[login]
      if (person === undefined) throw new Error(`there is no ${login}`)
      return signInAs({ id: person.id, login, name: person.name }, `token-${login}`)
    },
    signInAs,
  }
}

function signInOf(github: PeopleGithub, login: string | undefined): SignIn {
  const person = login === undefined ? undefined : github.people[login]
  if (person === undefined) return { begin: notUsed, finish: notUsed }
  let begun = 0
  return {
    begin: async () => {
      begun += 1
      return { url: `https://github.com/login?state=s${begun}`, state: `s${begun}`, verifier: `v${begun}` }
    },
    finish: async (callback, { state }) =>
      callback.get('state') === state
        ? { kind: 'signed-in', person, tokens: tokensOf(`token-${person.login}`) }
        : { kind: 'failed' },
  }
}

/** Back from GitHub, to which the sign-in led. */
export const comeBack = (visitor: Visitor, signIn: string | null): Promise<Page> =>
  visitor.get(`/callback?code=1&state=${new URL(signIn ?? '').searchParams.get('state')}`)

const tokensOf = (access: string) => ({
  ...{ access, accessExpiresAt: null, refresh: null, refreshExpiresAt: null },
})

const notUsed = async (): Promise<never> => {
  throw new Error('these tests sign in directly')
}

/** The name of the cookie of a session, at this address. */
const sessionCookie = ({ publicUrl }: Pick<AppServer, 'publicUrl'>): string =>
  cookieName(publicUrl, SESSION_COOKIE)

function visitorOf({ url, publicUrl }: Pick<AppServer, 'url' | 'publicUrl'>): Visitor {
  const cookies = new Map<string, string>()
  async function send(path: string, init: RequestInit): Promise<Page> {
    const full = path.startsWith('/dashboard') ? path : `/dashboard${path.replace(/^\/(?=$|\?)/, '')}`
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie !== '' && { cookie }), ...(init.headers as Record<string, string>) }
    const response = await fetch(`${url}${full}`, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const { status, headers: answered } = response
    return { status, headers: answered, text: await response.text(), location: answered.get('location') }
  }
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post(path, fields = {}, headers = {}) {
      const pairs = Object.entries(fields).flatMap(([name, given]) =>
        (typeof given === 'string' ? [given] : given).map((value): [string, string] => [name, value]),
      )
      return send(path, {
        method: 'POST',
        body: new URLSearchParams(pairs),
        headers: { origin: new URL(publicUrl).origin, 'sec-fetch-site': 'same-origin', ...headers },
      })
    },
  }
}

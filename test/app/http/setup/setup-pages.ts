import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type AppCredentials,
  openCredentialsFile,
  whyNotWritable,
} from '../../../../src/app/config/credentials-file.ts'
import type { SetupConfig } from '../../../../src/app/config/read-start.ts'
import type { Conversion } from '../../../../src/app/github/rest/convert-manifest.ts'
import { createSetupGate } from '../../../../src/app/http/setup/setup-gate.ts'
import { createSetupServer } from '../../../../src/app/http/setup/setup-server.ts'

/** The commit of the action. */
export const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const ACTION = readFileSync(new URL('../../../../action.yml', import.meta.url), 'utf8')

const NEW_APP: Conversion = {
  kind: 'converted',
  app: {
    appId: 12,
    slug: 'prentice-acme',
    pageUrl: 'https://github.com/apps/prentice-acme',
    owner: { id: 7, login: 'acme' },
    privateKey: '-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\n',
    webhookSecret: 'the-webhook-secret',
    clientSecret: 'the-client-secret',
  },
}

export interface SetupPages {
  readonly url: string
  readonly token: string
  readonly credentialsFile: string
  /** Codes that GitHub was asked about. */
  readonly codes: readonly string[]
  readonly registered: readonly AppCredentials[]
  /** For each of them, whether the browser has received the last page. */
  readonly deliveries: readonly boolean[]
  passMinutes(count: number): void
  /** What GitHub answers next. */
  answer(conversion: Conversion): void
  /** Open connections. */
  connections(): number
  /** Delays the answers of GitHub until the function that it returns is called. */
  holdGithub(): () => void
}

/** Other bytes with each call, up to 32, and the same in each test. */
function countedBytes(): (size: number) => Buffer {
  let count = 0
  return (size) => {
    count++
    return createHash('sha256').update(String(count)).digest().subarray(0, size)
  }
}

/** The setup pages on a port of their own, without a GitHub. */
export async function openSetupPages(change: Partial<SetupConfig> = {}): Promise<SetupPages> {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-setup-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  let passed = 0
  const randomBytes = countedBytes()
  const gate = createSetupGate({ now: () => passed, randomBytes })
  const codes: string[] = []
  const registered: AppCredentials[] = []
  const deliveries: boolean[] = []
  const answers: Conversion[] = []
  let held: Promise<void> = Promise.resolve()
  const deps = {
    gate,
    randomBytes,
    convert: async (code: string) => {
      codes.push(code)
      await held
      return answers.shift() ?? NEW_APP
    },
    whyNotWritable,
    openFile: openCredentialsFile,
    ownAction: async () => `acme/prentice@${SHA}`,
    actions: {
      seeRepository: async ({ owner }: { owner: string }) => (owner === 'acme' ? { isPrivate: false } : null),
      readActionFile: async (_: object, ref: string) => (ref === 'v9' ? null : ACTION),
      hasAccount: async (login: string) => login !== 'nobody',
      readCommit: async () => SHA,
    },
    onRegistered(credentials: AppCredentials, isDelivered: boolean) {
      registered.push(credentials)
      deliveries.push(isDelivered)
    },
  }
  const setup: SetupConfig = {
    publicUrl: 'https://prentice.example.com',
    host: '127.0.0.1',
    port: 0,
    serverUrl: 'https://github.com',
    apiUrl: 'https://api.github.com',
    apiVersion: '2022-11-28',
    credentialsFile: join(directory, 'credentials.env'),
    allowedAccounts: null,
    databaseUrl: 'sqlite:prentice.db',
    keyPepper: null,
    actionRef: { repository: 'acme/prentice', ref: SHA, version: null },
    ...change,
  }
  const server = createSetupServer({ ...deps, setup })
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: gate.token,
    credentialsFile: setup.credentialsFile,
    codes,
    registered,
    deliveries,
    passMinutes: (count) => {
      passed += count * 60_000
    },
    connections: () => open.size,
    holdGithub() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    answer: (conversion) => void answers.push(conversion),
  }
}

/** One request, without following redirects. */
export async function send(
  pages: SetupPages,
  path: string,
  o: { fields?: Record<string, string>; cookie?: string; origin?: string | null; method?: string } = {},
) {
  const { fields, cookie, origin = 'https://prentice.example.com' } = o
  const response = await fetch(`${pages.url}${path}`, {
    redirect: 'manual',
    method: o.method ?? (fields === undefined ? 'GET' : 'POST'),
    headers: { ...(cookie !== undefined && { cookie }), ...(fields && origin !== null && { origin }) },
    ...(fields && { body: new URLSearchParams(fields) }),
  })
  const { status, headers } = response
  return { status, headers, location: headers.get('location'), text: await response.text() }
}

/** Enters the token. Resolves to the cookie. */
export async function enter(pages: SetupPages): Promise<string> {
  const { headers } = await send(pages, '/setup', { fields: { token: pages.token } })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

export const ORGANISATION = { owner: 'organisation', organisation: 'acme', storage: 'file' }

/** Chooses an owner. Resolves to the page that leads to GitHub, and the `state` that it sends there. */
export async function choose(
  pages: SetupPages,
  cookie: string,
  fields: Record<string, string> = ORGANISATION,
) {
  await send(pages, '/setup/app', { cookie, fields })
  const page = await send(pages, '/setup/confirm', { cookie })
  return { page, state: /\?state=([\w-]+)"/.exec(page.text)?.[1] ?? '' }
}

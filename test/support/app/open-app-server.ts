import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { typeid } from 'typeid-js'
import { seededRandom } from '../../../sandbox/github/faults/seeded-random.ts'
import type { ActionRef } from '../../../src/app/config/action-ref.ts'
import { settingDefaults } from '../../../src/app/config/config.ts'
import type { ReusableWorkflow } from '../../../src/app/domain/reusable-workflow.ts'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import type { Github } from '../../../src/app/github/github.ts'
import { createProbot } from '../../../src/app/github/request/create-probot.ts'
import { createGithub } from '../../../src/app/github/rest/octokit-github.ts'
import type { VerifyOidcToken } from '../../../src/app/http/auth/verify-oidc-token.ts'
import type { DashboardDeps } from '../../../src/app/http/dashboard/dashboard-routes.ts'
import { createHttpServer } from '../../../src/app/http/server/server.ts'
import { createKey } from '../../../src/app/keys/create-key.ts'
import { heldAmong, holdInForce } from '../../../src/app/limits/hold.ts'
import { createLog } from '../../../src/app/log/create-log.ts'
import { createMetrics } from '../../../src/app/metrics/metrics.ts'
import { lastChecks } from '../../../src/app/onboarding/check-project.ts'
import { createRunnerRepositories } from '../../../src/app/onboarding/inspect-runner.ts'
import type { InspectionDeps } from '../../../src/app/onboarding/inspect-workflow.ts'
import {
  createWebhookTransport,
  type WebhookTransport,
} from '../../../src/app/outgoing/delivery/post-to-receiver.ts'
import { createParts, type Parts } from '../../../src/app/parts.ts'
import { addProjects } from '../../../src/app/projects/installed-projects.ts'
import { onWrite, trackSpace } from '../../../src/app/store/observe-commits.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import type { OpenedStore, Store } from '../../../src/app/store/store.ts'
import { createJobWatch } from '../../../src/app/timers/job-watch.ts'
import { receiveWebhooks } from '../../../src/app/webhooks/receive.ts'
import { chosenDatabase, KEY_PEPPER } from '../stores/stores.ts'
import { A_TEST } from './actors.ts'
import { describedAt } from './check-described.ts'
import { RETENTION } from './retention.ts'

const WEBHOOK_SECRET = 'a secret of the tests'
const ACCOUNT = { id: 77, login: 'acme' }
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PRIVATE_KEY = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()

export interface AppServer {
  readonly url: string
  readonly publicUrl: string
  /** Its writes reach the watchers of jobs immediately, as those of the server do. */
  readonly store: OpenedStore
  readonly parts: Parts
  readonly project: string
  readonly key: string
  /** The clock of the server, epoch milliseconds. */
  readonly clock: { at: number }
  readonly logged: string[]
  /** The file of its database, for another server; absent where TEST_STORE names another database. */
  readonly database: string
  readonly databaseUrl: string
  /** Takes no more work, as on SIGTERM. Resolves when its last connection has ended. */
  drain(): Promise<void>
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  webhook(event: string, payload: object, options?: { secret?: string; delivery?: string }): Promise<Response>
  newKey(options?: Partial<Parameters<typeof createKey>[1]>): Promise<string>
}

export interface CallOptions {
  readonly body?: unknown
  /** Sent as it is. */
  readonly raw?: string
  readonly headers?: Record<string, string>
  readonly key?: string | null
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // A test reads what it expects; an absent field is undefined.
  readonly json: Record<string, unknown>
}

export interface AppServerOptions {
  readonly rateLimit?: number
  readonly store?: (store: Store) => Store
  readonly trustedProxies?: string[]
  /** A file. */
  readonly database?: string
  /** A database that is not a file. */
  readonly databaseUrl?: string
  readonly defaultModel?: string
  readonly reusableWorkflows?: readonly ReusableWorkflow[]
  readonly newJobId?: () => string
  /** Of `/metrics`; without one nothing is measured. */
  readonly metricsToken?: string
  readonly mostConnections?: number
  readonly stalledMs?: number
  /** Without one no runner's token is valid. */
  readonly verifyRunner?: VerifyOidcToken
  /** Without one GitHub cannot be reached. */
  readonly github?: Github
  /** Default: the address at which it listens. */
  readonly publicUrl?: string | undefined
  /** Without one nobody can sign in to the dashboard. */
  readonly signedIn?: (shared: {
    readonly store: Store
    readonly now: () => number
  }) => DashboardDeps['signedIn']
  /** Without one GitHub cannot be asked whether a project can be worked on. */
  readonly checkProject?: DashboardDeps['checks']['check']
  /** Without one GitHub cannot be asked for workflow files. */
  readonly workflows?: InspectionDeps['github']
  /** Without one webhooks are sent as the product sends them. */
  readonly transport?: WebhookTransport
}

/** Of the action that workflow files must name. */
export const ACTION_REF: ActionRef = { repository: 'prentice-dev/prentice', ref: 'v1', version: null }

const unreachable = async (): Promise<never> => {
  throw new GithubUnavailable('GitHub cannot be reached here', 0)
}

let idsMade = 0
/** Sorts as it counts, so that no test depends on how many ids its worker has made. */
const countedId = (): string => String(++idsMade).padStart(5, '0')

const seededBytes =
  (digit: (below: number) => number) =>
  (count: number): Buffer =>
    Buffer.from(Array.from({ length: count }, () => digit(256)))

/** Servers may share a database, so each key has its own digits. */
let keysMade = 0
function nextKeyDigits(): (below: number) => number {
  const random = seededRandom(++keysMade)
  return (below) => Math.floor(random() * below)
}

/**
 * The app's HTTP server on a real database, with one project of the account `acme`. No timer runs and no GitHub
 * answers: jobs stay queued.
 */
export async function openAppServer(
  options: AppServerOptions = {},
): Promise<AppServer & { readonly close: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-app-'))
  const clock = { at: 1_800_000_000_000 }
  const now = () => clock.at
  const database = options.database ?? join(directory, 'test.db')
  const file = `sqlite:${database}`
  const databaseUrl =
    options.databaseUrl ?? (options.database === undefined ? await chosenDatabase(file) : file)
  const opened = await openStore(databaseUrl, {
    now,
    keyPepper: KEY_PEPPER,
  })
  const { store: given, space } = trackSpace(options.store?.(opened) ?? opened)
  const logged: string[] = []
  const { log, logContext } = createLog('debug', { write: (line: string) => void logged.push(line) })
  const metrics = options.metricsToken === undefined ? null : createMetrics({ store: opened, space, now })
  const watch = createJobWatch({ store: given, log })
  const store = onWrite(given, (writes) => {
    watch.notify(writes)
    metrics?.writes(writes)
  })
  const serverUrl = 'https://github.com'
  const draining = new AbortController()
  const { probot, octokits } = createProbot({
    appId: 1,
    privateKey: PRIVATE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    apiUrl: 'http://127.0.0.1:9',
    apiVersion: '2022-11-28',
    log,
  })
  const config = {
    allowedAccounts: ['acme', 'umbrella'],
    dailyCostUsd: 50,
    defaultModel: options.defaultModel ?? 'anthropic/default',
    keyPepper: null,
    limits: { steps: 100, seconds: 1800, costUsd: 5 },
    patchLimits: { projectBytes: 200 * 1024 ** 2, accountBytes: 1024 ** 3 },
    privateKey: PRIVATE_KEY,
    rateLimit: options.rateLimit ?? 100,
    retention: RETENTION,
    reusableWorkflows: options.reusableWorkflows ?? [],
    runsAtOnce: 5,
    serverUrl,
    startWithinMs: 24 * 3_600_000,
    starts: { perMinute: 60, atOnce: 5 },
    trustedProxies: options.trustedProxies ?? [],
  }
  const github = options.github ?? createGithub({ octokits, now, webUrl: serverUrl })
  const newJobId = options.newJobId ?? (() => typeid('job').toString())
  const onDue = () => {}
  const shared = { store, now, onDue, log, logContext }
  const parts = createParts({
    ...shared,
    config,
    github,
    newJobId,
    newWebhookId: () => `whk_${countedId()}`,
    newBatchId: () => typeid('batch').toString(),
    secretBytes: seededBytes(nextKeyDigits()),
    transport:
      options.transport ?? createWebhookTransport({ allowedRanges: [], proxy: { https: null, none: null } }),
    jobPage: ({ projectId, id }) => `https://prentice.example.com/dashboard/jobs/${projectId}/${id}`,
    newKeyId: () => `key_${countedId()}`,
    secretInt: nextKeyDigits(),
    random: () => 0.5,
  })
  await addProjects(parts, { id: 1, account: ACCOUNT }, [{ id: 1234, name: 'docs', private: true }])
  // Its address is known before the server exists.
  const listener = createServer()
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const publicUrl = options.publicUrl ?? url
  const server = createHttpServer({
    ...parts,
    isModel: (name) => name.startsWith('anthropic/'),
    verifyRunner:
      options.verifyRunner ?? (async () => ({ kind: 'refused', why: 'no token is valid here' }) as const),
    webhooks: await receiveWebhooks({ ...parts, webhookSecret: WEBHOOK_SECRET }, probot),
    watch,
    health: { store: { ...store, caveats: opened.caveats }, space, github, draining: draining.signal },
    metrics,
    metricsToken: options.metricsToken ?? null,
    publicUrl,
    dashboard: {
      signedIn: options.signedIn?.(shared) ?? null,
      installUrl: async () => 'https://github.com/apps/prentice/installations/new',
      settingDefaults: settingDefaults(config),
      checks: {
        last: (ids) => lastChecks({ store }, ids),
        paused: (projects) => heldAmong(store, projects),
        accountPause: (accountId) => holdInForce(store, { kind: 'account', id: accountId }),
        check: options.checkProject ?? unreachable,
      },
      runners: createRunnerRepositories({
        ...{ store, now, publicUrl, actionRef: ACTION_REF, auditMs: RETENTION.auditMs },
        reusableWorkflows: config.reusableWorkflows,
        inspectAction: async () => ({ kind: 'ok', isPrivate: false }),
        github: {
          ...github,
          ...(options.workflows ?? { readWorkflowFile: unreachable, readWorkflowState: unreachable }),
        },
      }),
    },
    draining: draining.signal,
    readTogether: store.readTogether,
    mostConnections: options.mostConnections,
    stalledMs: options.stalledMs,
  })
  await new Promise<void>((resolve) => server.listen(listener, resolve))
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await opened.close()
    await rm(directory, { recursive: true, force: true })
  }

  const newKey: AppServer['newKey'] = async (changes = {}) => {
    const created = await createKey(
      {
        store: opened,
        now,
        keyPepper: null,
        auditMs: RETENTION.auditMs,
        secretInt: nextKeyDigits(),
        newKeyId: () => `key_${countedId()}`,
      },
      {
        accountId: ACCOUNT.id,
        name: 'test',
        scopes: ['read', 'write'],
        projectIds: null,
        allowedIps: [],
        createdBy: 'test',
        expiresInDays: null,
        ...changes,
      },
      A_TEST,
    )
    if (created.kind !== 'added') throw new Error(`no key was made: ${created.kind}`)
    return created.key
  }
  const key = await newKey()

  return {
    url,
    publicUrl,
    store: onWrite(opened, watch.notify),
    parts,
    project: 'prj_ya',
    key,
    clock,
    logged,
    database,
    databaseUrl,
    close,
    drain() {
      draining.abort()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      return closed
    },
    newKey,
    async call(method, path, given = {}) {
      const { body, raw, headers = {}, key: shown = key } = given
      const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(shown !== null && { authorization: `Bearer ${shown}` }),
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(text !== undefined && { body: text }),
      })
      const answered = await response.text()
      const check = await describedAt(url)
      check({ method, path, status: response.status, headers: response.headers, text: answered })
      const json = answered.startsWith('{') ? JSON.parse(answered) : {}
      return { status: response.status, headers: response.headers, text: answered, json }
    },
    webhook(event, payload, { secret = WEBHOOK_SECRET, delivery = randomUUID() } = {}) {
      const body = JSON.stringify(payload)
      return fetch(`${url}/api/github/webhooks`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-github-event': event,
          'x-github-delivery': delivery,
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
        body,
      })
    },
  }
}

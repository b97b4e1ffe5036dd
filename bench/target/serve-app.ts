import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { settingDefaults } from '../../src/app/config/config.ts'
import { createTypeIds } from '../../src/app/domain/run-id.ts'
import { GithubUnavailable } from '../../src/app/github/errors.ts'
import { createHttpServer } from '../../src/app/http/server/server.ts'
import { eventKeys } from '../../src/app/job-store/read-progress.ts'
import { createKey } from '../../src/app/keys/create-key.ts'
import { heldAmong, holdInForce } from '../../src/app/limits/hold.ts'
import { createLog } from '../../src/app/log/create-log.ts'
import { lastChecks } from '../../src/app/onboarding/check-project.ts'
import { createWebhookTransport } from '../../src/app/outgoing/delivery/post-to-receiver.ts'
import { createParts } from '../../src/app/parts.ts'
import { addProjects } from '../../src/app/projects/installed-projects.ts'
import { projectIdOf } from '../../src/app/projects/project.ts'
import { onWrite, trackSpace } from '../../src/app/store/observe-commits.ts'
import { openStore } from '../../src/app/store/open/open-store.ts'
import { createJobWatch } from '../../src/app/timers/job-watch.ts'
import { A_TEST } from '../../test/support/app/actors.ts'
import { connectGithub, PUBLIC_URL } from '../github/connect-github.ts'
import { benchInstallation } from '../github/installations.ts'
import { unreachableGithub } from '../github/unreachable-github.ts'
import { RETENTION } from '../growth/grow-old.ts'
import { type ServedGrowth, serveGrowth } from '../growth/serve-growth.ts'
import { BENCH_PEPPER } from './bench-pepper.ts'
import { benchPerson } from './bench-person.ts'
import { countReads } from './count-reads.ts'

export interface ServedApp extends Omit<ServedGrowth, 'refreshProjects'> {
  readonly server: Server
  /** An API key for all projects. */
  readonly key: string
  /** Of somebody who is signed in to the dashboard. */
  readonly cookie: string
  readonly projects: readonly string[]
  /** The number of reads from the database so far. */
  reads(): number
  /** Writes an event of a job's first run, like a report of its runner. */
  addEvent(job: string, seq: number): Promise<void>
}

const unreachable = async (): Promise<never> => {
  throw new GithubUnavailable('nobody asks GitHub here', 0)
}

/** The installation of the app under load. */
export const INSTALLATION = benchInstallation(1, 100)

/**
 * Prentice's server on SQLite, without timers and without limits. Without the address of a GitHub, requests to GitHub
 * fail.
 */
export async function serveApp(databaseUrl: string, githubUrl: string | null): Promise<ServedApp> {
  const now = Date.now
  const { log, logContext } = createLog('warn')
  const { store: tracked, space } = trackSpace(await openStore(databaseUrl, { now, keyPepper: BENCH_PEPPER }))
  const { store: opened, reads } = countReads(tracked)
  const watch = createJobWatch({ store: opened, log })
  const store = onWrite(opened, watch.notify)
  const config = {
    allowedAccounts: ['*'],
    dailyCostUsd: 50,
    defaultModel: 'anthropic/bench',
    keyPepper: null,
    limits: { steps: 1, seconds: 1, costUsd: 1 },
    patchLimits: { projectBytes: 0, accountBytes: 0 },
    privateKey: 'bench',
    rateLimit: 0,
    retention: RETENTION,
    reusableWorkflows: [],
    runsAtOnce: 5,
    serverUrl: 'https://github.com',
    startWithinMs: 24 * 3_600_000,
    starts: { perMinute: 60, atOnce: 4 },
    trustedProxies: [],
  }
  const { github, verifyRunner } = githubUrl === null ? NOBODY : connectGithub(githubUrl, { store, now, log })
  const newTypeId = createTypeIds({ now, secretBytes: randomBytes })
  const parts = createParts({
    config,
    store,
    github,
    now,
    random: Math.random,
    newJobId: () => newTypeId('job'),
    newWebhookId: () => `whk_${randomUUID()}`,
    newBatchId: () => `batch_${randomUUID()}`,
    secretBytes: randomBytes,
    transport: createWebhookTransport({ allowedRanges: [], proxy: { https: null, none: null } }),
    jobPage: () => null,
    newKeyId: () => `key_${randomUUID()}`,
    secretInt: (below) => randomInt(below),
    onDue: () => {},
    log,
    logContext,
  })
  const draining = new AbortController().signal
  const projects = INSTALLATION.repositories.map(({ id }) => projectIdOf(id))
  await addProjects(parts, INSTALLATION, INSTALLATION.repositories)
  const person = await benchPerson(store, INSTALLATION)
  const growth = serveGrowth(parts, projects)
  if (githubUrl !== null) await growth.refreshProjects()
  return {
    ...growth,
    cookie: person.cookie,
    server: createHttpServer({
      ...parts,
      github: { ...github, listBranches: async () => ['main'], compareBranches: async () => null },
      isModel: () => true,
      verifyRunner,
      webhooks: unreachable,
      watch,
      health: { store, space, github, draining },
      dashboard: {
        signedIn: person.signedIn,
        installUrl: async () => null,
        settingDefaults: settingDefaults(config),
        checks: {
          last: (ids) => lastChecks({ store }, ids),
          paused: (projects) => heldAmong(store, projects),
          accountPause: (accountId) => holdInForce(store, { kind: 'account', id: accountId }),
          check: unreachable,
        },
        runners: {
          read: async () => null,
          inspect: unreachable,
          name: unreachable,
          remove: async () => false,
        },
      },
      metrics: null,
      metricsToken: null,
      publicUrl: PUBLIC_URL,
      draining,
      readTogether: store.readTogether,
    }),
    key: await createApiKey({
      store,
      now,
      keyPepper: null,
      auditMs: RETENTION.auditMs,
      newKeyId: () => `key_${randomUUID()}`,
      secretInt: (below) => randomInt(below),
    }),
    projects,
    reads,
    async addEvent(job, seq) {
      const event = { type: 'note', text: 'Read README.md' }
      const batch = [{ seq, at: new Date(now()).toISOString(), event }]
      await store.commit({ set: [{ key: eventKeys.batch(job, 1, seq), value: JSON.stringify(batch) }] })
    },
  }
}

const NOBODY = {
  github: unreachableGithub(),
  verifyRunner: async () => ({ kind: 'refused', why: 'this server accepts no runners' }) as const,
}

async function createApiKey(deps: Parameters<typeof createKey>[0]): Promise<string> {
  const created = await createKey(
    deps,
    {
      accountId: INSTALLATION.account.id,
      name: 'bench',
      scopes: ['read', 'write'],
      projectIds: null,
      allowedIps: [],
      expiresInDays: null,
      createdBy: 'bench',
    },
    A_TEST,
  )
  if (created.kind !== 'added') throw new Error(`no API key was created: ${created.kind}`)
  return created.key
}

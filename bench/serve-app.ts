import { randomInt, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { typeid } from 'typeid-js'
import type { Github } from '../src/app/github/github.ts'
import { createHttpServer } from '../src/app/http/server.ts'
import { createKey } from '../src/app/keys/create-key.ts'
import { createNoteKeyUse } from '../src/app/keys/note-key-use.ts'
import { createLog } from '../src/app/log/create-log.ts'
import { addProjects } from '../src/app/projects/add-projects.ts'
import { projectIdOf } from '../src/app/projects/project.ts'
import { createSeal } from '../src/app/runs/seal-token.ts'
import { keySpace } from '../src/app/store/key-space.ts'
import { openStore } from '../src/app/store/open-store.ts'
import { tellWrites } from '../src/app/store/tell-writes.ts'
import { createJobWatch } from '../src/app/timers/job-watch.ts'
import { countReads } from './count-reads.ts'

export interface ServedApp {
  readonly server: Server
  /** An API key for all the projects. */
  readonly key: string
  readonly projects: readonly string[]
  /** Reads that reached the database so far. */
  reads(): number
  /** Writes an event of a job's first run, as a runner's report would. */
  addEvent(job: string, seq: number): Promise<void>
}

const PROJECTS = 100
const ACCOUNT = { id: 1, login: 'bench' }

/** Prentice's server on SQLite as it is, except that no timer runs, no GitHub answers and no limit stops anybody. */
export async function serveApp(databaseUrl: string): Promise<ServedApp> {
  const now = Date.now
  const { log, logContext } = createLog('warn')
  const { store: opened, reads } = countReads(await openStore(databaseUrl, { now }))
  const watch = createJobWatch({ store: opened, log })
  const store = tellWrites(opened, watch.wrote)
  const deps = {
    store,
    now,
    log,
    watch,
    github: unreachableGithub(),
    onDue: () => {},
    serverUrl: 'https://github.com',
    publicUrl: 'http://127.0.0.1',
    isAllowed: () => true,
    rateLimit: 0,
    dailyCostUsd: 50,
    keyPepper: null,
    retention: { archiveAfterMs: null, deleteAfterMs: null },
    defaultModel: 'anthropic/bench',
    newJobId: () => typeid('job').toString(),
    seal: createSeal('bench'),
    limits: { steps: 1, seconds: 1, costUsd: 1 },
    trustedProxies: [],
    noteKeyUse: createNoteKeyUse({ store, now, log }),
    isModel: () => true,
    draining: new AbortController().signal,
    isDraining: () => false,
    verifyRunner: async () => ({ kind: 'refused', why: 'no runner calls here' }) as const,
    webhooks: async () => 'elsewhere' as const,
    logContext,
    metrics: null,
    metricsToken: null,
    onStreams: () => {},
  }
  const ids = Array.from({ length: PROJECTS }, (_, index) => index + 1)
  const repositories = ids.map((id) => ({ id, name: `repository-${id}`, private: true }))
  await addProjects(deps, { id: 1, account: ACCOUNT }, repositories)
  return {
    server: createHttpServer(deps),
    key: await makeKey({
      ...deps,
      newId: () => `key_${randomUUID()}`,
      randomInt: (below) => randomInt(below),
    }),
    projects: ids.map(projectIdOf),
    reads,
    async addEvent(job, seq) {
      const event = { type: 'note', text: 'Read README.md' }
      const batch = [{ seq, at: new Date(now()).toISOString(), event }]
      await store.commit({ set: [{ key: keySpace.events(job, 1, seq), value: JSON.stringify(batch) }] })
    },
  }
}

async function makeKey(deps: Parameters<typeof createKey>[0]): Promise<string> {
  const created = await createKey(deps, {
    accountId: ACCOUNT.id,
    name: 'bench',
    scopes: ['read', 'write'],
    projectIds: null,
    allowedIps: [],
    expiresInDays: null,
    createdBy: 'bench',
  })
  if (created.kind !== 'added') throw new Error(`no API key was made: ${created.kind}`)
  return created.key
}

/** Nothing that is measured asks GitHub: what does ends here. */
const unreachableGithub = (): Github =>
  new Proxy({} as Github, {
    get: (_, name) => () => Promise.reject(new Error(`${String(name)}: no GitHub answers here`)),
  })

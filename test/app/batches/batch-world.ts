import { purgeBatch } from '../../../src/app/batches/end-batch.ts'
import { recordEndedRun, workOnBatch } from '../../../src/app/batches/work-on-batch.ts'
import type { Github } from '../../../src/app/github/github.ts'
import { batchQueueKeys } from '../../../src/app/job-store/update-job.ts'
import { addProjects } from '../../../src/app/projects/installed-projects.ts'
import { parseQueueKey } from '../../../src/app/store/keys.ts'
import type { Entry } from '../../../src/app/store/store.ts'
import { type Client, createClient } from '../../../src/client/client.ts'
import type { BatchJob } from '../../../src/client/index.ts'
import { allOf } from '../../support/all-of.ts'
import { type AppServer, startAppServer } from '../../support/app/app-server.ts'
import { seatedRunner } from '../../support/app/claimed-runner.ts'
import type { AppServerOptions } from '../../support/app/open-app-server.ts'
import { RETENTION } from '../../support/app/retention.ts'
import { dispatchingGithub } from '../../support/app/use-cases.ts'

export interface BatchWorld {
  readonly app: AppServer
  readonly client: Client
  /** Handles the entries that are due at the time of the clock until none is left, as the timer does. */
  work(): Promise<void>
  /** The entries of batches that are due now. */
  due(): Promise<Entry[]>
  /** Does the work of one entry. */
  handle(entry: Entry): Promise<void>
  report(batch: string): Promise<BatchJob[]>
  /** The run of each active job succeeds, or fails, and has cost so much. */
  endAll(batch: string, how: 'finish' | 'fail', costUsd?: number): Promise<void>
  end(job: Pick<BatchJob, 'projectId' | 'jobId'>, how: 'finish' | 'fail', costUsd?: number): Promise<void>
}

export const pages = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `docs/page-${String(i).padStart(3, '0')}.mdx`)

/** A server with a project that has these files, and further projects. */
export async function batchWorld(
  paths: readonly string[] = pages(300),
  { more = [], over = {}, ...options }: AppServerOptions & { more?: string[]; over?: Partial<Github> } = {},
): Promise<BatchWorld> {
  const github = dispatchingGithub([], {
    listFiles: async () => ({ paths, isComplete: true }),
    ...over,
  })
  const app = await startAppServer({ rateLimit: 0, github, ...options })
  const repositories = more.map((name, i) => ({ id: 5000 + i, name, private: true }))
  await addProjects(app.parts, { id: 1, account: { id: 77, login: 'acme' } }, repositories)
  const client = createClient({ url: app.url, apiKey: app.key, retries: 0 })
  const due = async () =>
    (await app.store.list({ prefix: batchQueueKeys.queue(), limit: 1000 })).filter(
      ({ key }) => (parseQueueKey(key)?.at ?? 0) <= app.clock.at,
    )
  async function handle(entry: Entry): Promise<void> {
    const key = parseQueueKey(entry.key)
    if (key === null) throw new Error(`${entry.key} is no entry`)
    if (key.kind === 'step') await workOnBatch(app.parts, key, entry)
    else if (key.kind === 'ended') await recordEndedRun(app.parts, entry)
    else await purgeBatch(app.parts, key, entry)
  }
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const world: BatchWorld = {
    app,
    client,
    due,
    handle,
    async work() {
      for (let entries = await due(); entries.length > 0; entries = await due())
        for (const entry of entries) await handle(entry)
    },
    report: (batch) => allOf(client.batches.jobs(batch)),
    async endAll(batch, how, costUsd = 0) {
      for (const job of await world.report(batch))
        if (job.status === 'active') await world.end(job, how, costUsd)
    },
    async end({ projectId: project, jobId: job }, how, costUsd = 0) {
      if (job === null) throw new Error('it has no job')
      const runner = await seatedRunner(deps, { project, job })
      await runner.report({
        type: 'step',
        step: 1,
        inputTokens: 1,
        cachedInputTokens: 0,
        outputTokens: 1,
        costUsd,
      })
      if (how === 'finish') await runner.finish('nothing to do')
      else await (await runner.fail('no answer')).confirm()
    },
  }
  return world
}

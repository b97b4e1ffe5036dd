import { DatabaseSync } from 'node:sqlite'
import type { Job } from '../../../src/app/domain/job.ts'
import { dueAtOf } from '../../../src/app/domain/job-view.ts'
import type { JobKey } from '../../../src/app/domain/run-id.ts'
import { jobCommit } from '../../../src/app/job-store/job-commit.ts'
import { JobRecord, jobKeys, RunRecord } from '../../../src/app/job-store/job-record.ts'
import { messageKeys } from '../../../src/app/job-store/messages.ts'
import { runKeys } from '../../../src/app/job-store/run-history.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import type { OpenedStore } from '../../../src/app/store/store.ts'
import { RETENTION } from '../app/retention.ts'

/** Entries of a store that belong together and do not agree; none is as it should be. */
export interface Recount {
  readonly jobs: readonly Job[]
  readonly wrong: readonly string[]
}

type Entries = ReadonlyMap<string, string>

/**
 * Reads the whole database. SQLite sees one snapshot of it during concurrent writes; the other stores are read in many
 * steps, so they must be at rest.
 */
export async function readEntries(databaseUrl: string): Promise<Entries> {
  return databaseUrl.startsWith('sqlite:') ? readFile(databaseUrl) : readServer(databaseUrl)
}

async function readServer(databaseUrl: string): Promise<Entries> {
  const store = await openStore(databaseUrl)
  try {
    return await readStore(store)
  } finally {
    await store.close()
  }
}

/** The same of a store at rest that is open. */
export async function readStore(store: OpenedStore): Promise<Entries> {
  const entries: [string, string][] = []
  for await (const keys of store.keys(''))
    for (const { key, value } of await store.exported(keys)) entries.push([key, value])
  return new Map(entries)
}

function readFile(databaseUrl: string): Entries {
  const database = new DatabaseSync(databaseUrl.replace(/^sqlite:/, ''), { readOnly: true, timeout: 5000 })
  try {
    const rows = database
      .prepare('SELECT key, value FROM entry WHERE expires_at IS NULL OR expires_at > ?')
      .all(Date.now())
    return new Map(rows.map(({ key, value }) => [String(key), String(value)]))
  } finally {
    database.close()
  }
}

export const recount = async (databaseUrl: string): Promise<Recount> =>
  recountEntries(await readEntries(databaseUrl))

/** Makes every index anew from the records, as `jobCommit` would, and compares: nothing missing, nothing left over. */
export function recountEntries(entries: Entries): Recount {
  const jobs = [...entries].flatMap(([key, value]) =>
    key.startsWith('job/') ? [JobRecord.parse(JSON.parse(value))] : [],
  )
  const expected = new Map(jobs.flatMap((job) => indexesOf(job)))
  const wrong = [
    ...[...expected].flatMap(([key, value]) => {
      if (entries.get(key) === value) return []
      return [`${key} is ${entries.get(key) ?? 'missing'} instead of "${value}"`]
    }),
    ...[...entries.keys()]
      .filter((key) => isExact(key) && !expected.has(key))
      .map((key) => `${key} is left over`),
    ...lookUpsToNowhere(entries),
    ...jobs.flatMap((job) => piecesMissing(entries, job)),
  ]
  return { jobs, wrong }
}

const indexesOf = (job: Job): [string, string][] =>
  jobCommit(null, job, null, RETENTION).set.flatMap(({ key, value }) =>
    key === jobKeys.record({ project: job.project, job: job.id }) ? [] : [[key, value]],
  )

/** Of these a job has what its record says and no more; look-ups of earlier turns stay. */
const isExact = (key: string): boolean =>
  /^(view|by|account-job|slot|waiting)\//.test(key) || /^(due|retention)\/\d+\/job\//.test(key)

function lookUpsToNowhere(entries: Entries): string[] {
  return [...entries].flatMap(([key, value]) => {
    if (!/^(wr|pr)\//.test(key)) return []
    const job: JobKey = JSON.parse(value)
    return entries.has(jobKeys.record(job)) ? [] : [`${key} leads to job ${job.job}, which is not there`]
  })
}

/** Its prompts, and the runs before the current one, each in the order of their numbers. */
function piecesMissing(entries: Entries, job: Job): string[] {
  const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1)
  const messages = job.deletedAt === null ? upTo(job.messages).map((n) => messageKeys.record(job.id, n)) : []
  const ended = upTo(job.run.number - 1).map((n) => runKeys.ended(job.id, n))
  const open = ended.filter(
    (key) => RunRecord.safeParse(JSON.parse(entries.get(key) ?? 'null')).data?.endedAt == null,
  )
  const due = dueAtOf(job, RETENTION)
  return [
    ...(job.dueAt === due ? [] : [`${job.id} is due at ${due}, and its record says ${job.dueAt}`]),
    ...messages.filter((key) => !entries.has(key)).map((key) => `${key} is missing`),
    ...open.map((key) => `${key} is missing or has not ended`),
  ]
}

import { type RunView, Usage } from '../../contract/run.ts'
import { ResultRequest } from '../../contract/runner-protocol/result.ts'
import type { Job } from '../domain/job.ts'
import { isParked } from '../domain/open-run.ts'
import type { Run } from '../domain/run.ts'
import { keySpace } from '../store/key-space.ts'
import { readInTurns } from '../store/parse-records.ts'
import type { Entry, Store } from '../store/store.ts'
import { RunRecord } from './job-schema.ts'

/** Most runs of a job that callers and later runs are shown. */
const MAX_RUNS = 200
/** Results read together: each may have 300 KB. */
const STEP = 20

/** The ended runs before the current one, oldest first. */
export async function earlierRuns(store: Store, job: Job): Promise<Run[]> {
  const from = Math.max(0, job.run.number - 1 - MAX_RUNS)
  const entries = await store.list({
    prefix: keySpace.runs(job.id),
    after: keySpace.run(job.id, from),
    limit: MAX_RUNS,
  })
  return entries
    .map((entry) => RunRecord.parse(JSON.parse(entry.value)))
    .filter((run) => run.number !== job.run.number)
}

/** Whether the prompts, events and patch of this run were deleted with its archived job. */
export async function areTextsDeleted(store: Store, job: Job, number: number): Promise<boolean> {
  const stored = number === job.run.number ? null : await store.get(keySpace.run(job.id, number))
  if (stored === undefined) return true
  const { first } = stored === null ? job.run : RunRecord.parse(JSON.parse(stored))
  return (await store.get(keySpace.message(job.id, first))) === undefined
}

/** The number of the last run that worked on each of the messages `first` to `last`; those that wait have none. */
export async function lastRunsOfMessages(
  store: Store,
  job: Job,
  first: number,
  last: number,
): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  const note = (run: Run) => {
    for (let n = Math.max(first, run.first); n <= Math.min(last, run.last); n++) found.set(n, run.number)
  }
  const prefix = keySpace.runs(job.id)
  for (let after: string | null = null; ; ) {
    const entries: Entry[] = await store.list({ prefix, limit: MAX_RUNS, ...(after !== null && { after }) })
    const runs = entries.map((entry) => RunRecord.parse(JSON.parse(entry.value)))
    for (const run of runs) note(run)
    after = entries.at(-1)?.key ?? null
    // Later runs start no earlier.
    if (entries.length < MAX_RUNS || (runs.at(-1)?.first ?? 0) > last) break
  }
  note(job.run)
  return found
}

/** What the runners of these runs reported; `null` where none did. */
export async function readResults(
  store: Store,
  job: string,
  runs: readonly Pick<Run, 'number'>[],
): Promise<(ResultRequest | null)[]> {
  const keys = runs.map((run) => keySpace.result(job, run.number))
  return readInTurns(store, keys, STEP, (stored) => ResultRequest.parse(JSON.parse(stored)))
}

/** All runs of a job for `GET …/runs`, oldest first. */
export async function listRuns(store: Store, job: Job): Promise<RunView[]> {
  const runs = [...(await earlierRuns(store, job)), job.run]
  const results = await readResults(store, job.id, runs)
  const answers = showNewest(results.map((result) => result?.perStep))
  const paths = showNewest(results.map((result) => result?.changedFiles?.paths))
  return runs.map((run, i) => runView(run, results[i] ?? null, answers[i], paths[i]))
}

const runView = (
  run: Run,
  result: ResultRequest | null,
  perStep: ResultRequest['perStep'],
  paths: readonly string[] | undefined,
): RunView => ({
  number: run.number,
  state: run.state,
  reason: run.reason && { code: run.reason.code, message: run.reason.message },
  summary: result?.summary ?? null,
  workflowRunUrl: run.workflowRunUrl,
  usage: run.usage && { ...Usage.parse(run.usage), ...(perStep !== undefined && { perStep }) },
  checks: result?.checks ?? null,
  changedFiles:
    result?.changedFiles === undefined || paths === undefined
      ? null
      : { total: result.changedFiles.total, paths: [...paths] },
  ...(isParked(run) && run.parkedUntil !== undefined && { parkedUntil: isoOf(run.parkedUntil) }),
  startedAt: isoOrNull(run.claimedAt),
  endedAt: isoOrNull(run.endedAt),
})

const isoOf = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms))

/** Entries of one kind in one response: about 200 KB. The summaries of that many runs are larger. */
const MAX_SHOWN = 2000

/**
 * Usage of each answer, or paths of changed files, from the runs of a job, oldest first: those of the newest runs that
 * fit together, each complete or not at all. `undefined`: unknown, or left out.
 */
export function showNewest<T>(runs: readonly (T[] | undefined)[]): (T[] | undefined)[] {
  let room = MAX_SHOWN
  return runs
    .toReversed()
    .map((entries) => {
      room -= entries?.length ?? 0
      return room < 0 ? undefined : entries
    })
    .toReversed()
}

import { type Question, questionReason } from '../../contract/question.ts'
import type { Finding } from '../../contract/review.ts'
import { type RunView, Usage } from '../../contract/run.ts'
import { ResultRequest } from '../../contract/runner-protocol/result.ts'
import type { Job } from '../domain/job.ts'
import { type Reviewed, type Run, reviewUrl } from '../domain/run.ts'
import { endedWithQuestion, isParked } from '../domain/turns.ts'
import { count } from '../store/keys.ts'
import { readInTurns } from '../store/parse-records.ts'
import type { Entry, Store } from '../store/store.ts'
import { RunRecord } from './job-record.ts'
import { messageKeys } from './messages.ts'

export const runKeys = {
  /** An ended run, immutable. */
  ended: (job: string, run: number) => `run/${job}/${count(run)}`,
  endedOf: (job: string) => `run/${job}/` as const,
  /** What the runner reported, immutable. */
  result: (job: string, run: number) => `result/${job}/${count(run)}`,
  /** The saved patch of a run. */
  patch: (job: string, run: number) => `patch/${job}/${count(run)}`,
  heartbeat: (run: string) => `heartbeat/${run}`,
}

/** Most runs of a job that callers and later runs are shown. */
const MAX_RUNS = 200
/** Results read together: each may have 300 KB. */
const STEP = 20

/** The ended runs before the current one, oldest first. */
export async function earlierRuns(store: Store, job: Job): Promise<Run[]> {
  if (job.run.number === 1) return []
  const from = Math.max(0, job.run.number - 1 - MAX_RUNS)
  const entries = await store.list({
    prefix: runKeys.endedOf(job.id),
    after: runKeys.ended(job.id, from),
    limit: MAX_RUNS,
  })
  return entries
    .map((entry) => RunRecord.parse(JSON.parse(entry.value)))
    .filter((run) => run.number !== job.run.number)
}

/** Whether the prompts, events and patch of this run were deleted with its archived job. */
export async function areTextsDeleted(store: Store, job: Job, number: number): Promise<boolean> {
  const stored = number === job.run.number ? null : await store.get(runKeys.ended(job.id, number))
  if (stored === undefined) return true
  const { first } = stored === null ? job.run : RunRecord.parse(JSON.parse(stored))
  return (await store.get(messageKeys.record(job.id, first))) === undefined
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
  const prefix = runKeys.endedOf(job.id)
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
  const keys = runs.map((run) => runKeys.result(job, run.number))
  return readInTurns(store, keys, STEP, (stored) => ResultRequest.parse(JSON.parse(stored)))
}

/** A run of a job, with what its runner reported. */
export interface RunHistory {
  readonly run: Run
  /** `null`: nothing, or it was deleted with the prompts. */
  readonly result: ResultRequest | null
}

/** The runs of a job, oldest first; of very long jobs the newest 200. */
export async function readHistory(store: Store, job: Job): Promise<RunHistory[]> {
  const runs = [...(await earlierRuns(store, job)), job.run]
  const results = await readResults(store, job.id, runs)
  return runs.map((run, i) => ({ run, result: results[i] ?? null }))
}

/** What the run asked; `null`: nothing, or it was deleted with the prompts. */
export const questionIn = (result: ResultRequest | null | undefined): Question | null =>
  result?.outcome === 'no-change' && result.question !== undefined
    ? { text: result.question.text, choices: result.question.choices }
    : null

/** All runs of a job for `GET …/runs`, oldest first. */
export async function listRuns(store: Store, job: Job): Promise<RunView[]> {
  const history = await readHistory(store, job)
  const results = history.map(({ result }) => result)
  const answers = showNewest(results.map((result) => result?.perStep))
  const paths = showNewest(results.map((result) => result?.changedFiles?.paths))
  const outputs = showNewest(
    results.map((result) => (result?.output === undefined ? undefined : [result.output])),
    { most: MAX_OUTPUT_LENGTH, lengthOf: ([output]) => JSON.stringify(output).length },
  )
  const findings = showNewest(results.map(findingsOf), { ...BY_NUMBER, most: MAX_FINDINGS_SHOWN })
  return history.map(({ run, result }, i) =>
    runView(job, run, result, {
      perStep: answers[i],
      paths: paths[i],
      output: outputs[i]?.[0],
      findings: findings[i],
    }),
  )
}

/** The current run of a job, or its last one. */
export async function lastRun(store: Store, job: Job): Promise<RunView> {
  const [result = null] = await readResults(store, job.id, [job.run])
  return runView(job, job.run, result, {
    perStep: result?.perStep,
    paths: result?.changedFiles?.paths,
    output: result?.output,
    findings: findingsOf(result),
  })
}

/** Each may have 5 KB. */
const MAX_FINDINGS_SHOWN = 300

const findingsOf = (result: ResultRequest | null): Finding[] | undefined =>
  result?.outcome === 'no-change' ? (result.findings ?? []) : undefined

const reviewView = (
  { repository }: Job,
  { pullRequest, id }: Reviewed,
  findings: Finding[] | undefined,
): NonNullable<RunView['review']> => ({
  pullRequest,
  url: id === undefined ? null : reviewUrl(repository, { pullRequest, id }),
  findings: findings ?? null,
})

/** What of a result may be too long for one response. */
interface LongParts {
  readonly perStep: ResultRequest['perStep']
  readonly paths: readonly string[] | undefined
  readonly output: unknown
  readonly findings: Finding[] | undefined
}

const runView = (
  job: Job,
  run: Run,
  result: ResultRequest | null,
  { perStep, paths, output, findings }: LongParts,
): RunView => ({
  number: run.number,
  state: run.state,
  reason: run.reason && { code: run.reason.code, message: run.reason.message },
  summary: result?.summary ?? null,
  ...(run.mode !== undefined && { mode: run.mode }),
  ...askedBy(run, result),
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
  ...(output !== undefined && { output }),
  ...(run.review !== undefined && { review: reviewView(job, run.review, findings) }),
})

/** The record of the run has only the code. */
function askedBy(run: Run, result: ResultRequest | null): Pick<RunView, 'reason' | 'question'> | null {
  const question = endedWithQuestion(run) ? questionIn(result) : null
  return question && { reason: questionReason(question), question }
}

const isoOf = (ms: number): string => new Date(ms).toISOString()
const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoOf(ms))

/** Entries of one kind in one response: about 200 KB. The summaries of that many runs are larger. */
const MAX_SHOWN = 2000
/** Of all outputs in one response, in characters. */
const MAX_OUTPUT_LENGTH = 1_000_000

const BY_NUMBER = { most: MAX_SHOWN, lengthOf: ({ length }: readonly unknown[]) => length }

/**
 * Usage of each answer, paths of changed files, or the output, from the runs of a job, oldest first: those of the newest runs that
 * fit together, each complete or not at all. `undefined`: unknown, or left out.
 */
export function showNewest<T>(
  runs: readonly (T[] | undefined)[],
  { most, lengthOf }: { most: number; lengthOf: (entries: T[]) => number } = BY_NUMBER,
): (T[] | undefined)[] {
  let room = most
  return runs
    .toReversed()
    .map((entries) => {
      room -= entries === undefined ? 0 : lengthOf(entries)
      return room < 0 ? undefined : entries
    })
    .toReversed()
}

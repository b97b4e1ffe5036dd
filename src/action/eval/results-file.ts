import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import type { EvalAttempt, PullVerdict } from '../../contract/local-eval.ts'
import { Obstacle } from '../try/open-clone.ts'

// Egress: writes results, without prompts, beside the report.

/** A line of the file. `key`: what the result depends on. */
type Entry =
  | { readonly type: 'verdict'; readonly key: string; readonly pull: number; readonly verdict: PullVerdict }
  /** Written before a run starts: one that never ends has cost up to this. */
  | { readonly type: 'started'; readonly key: string; readonly pull: number; readonly limitUsd: number }
  | { readonly type: 'ended'; readonly key: string; readonly pull: number; readonly attempt: EvalAttempt }

/** The results so far, with which an interrupted evaluation continues. */
export interface Results {
  readonly spentUsd: number
  verdict(key: string): PullVerdict | null
  /** The last one; `null`: none, or none that counts. */
  attempt(key: string): EvalAttempt | null
  add(entry: Entry): Promise<void>
  close(): Promise<void>
}

/** Opens the file, or begins it. Throws an `Obstacle` if another evaluation uses it. */
export async function openResults(path: string): Promise<Results> {
  const lock = await takeLock(`${path}.lock`)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const entries = readEntries(text)
  const file = await open(path, 'a', 0o600)
  // A line that was cut when the process ended.
  if (text !== '' && !text.endsWith('\n')) await file.appendFile('\n')
  const verdicts = new Map<string, PullVerdict>()
  const attempts = new Map<string, EvalAttempt>()
  const keep = (entry: Entry): void => {
    if (entry.type === 'verdict') verdicts.set(entry.key, entry.verdict)
    else if (entry.type === 'ended') attempts.set(entry.key, entry.attempt)
  }
  for (const entry of entries) if (!isTemporary(entry)) keep(entry)
  return {
    spentUsd: sumCosts(entries),
    verdict: (key) => verdicts.get(key) ?? null,
    attempt: (key) => attempts.get(key) ?? null,
    async add(entry) {
      await file.appendFile(`${JSON.stringify(entry)}\n`)
      await file.datasync()
      keep(entry)
    },
    async close() {
      await file.close()
      await rm(lock, { force: true })
    },
  }
}

const isTemporary = (entry: Entry): boolean =>
  entry.type === 'verdict' && !entry.verdict.isUsed && entry.verdict.isTemporary === true

function readEntries(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    try {
      const entry: Entry = JSON.parse(line)
      return [entry]
    } catch {
      // A line that was cut.
      return []
    }
  })
}

/** What earlier runs have cost. One that started and never ended has cost its limit. Pure. */
function sumCosts(entries: readonly Entry[]): number {
  const open = new Map<string, number[]>()
  let spent = 0
  for (const entry of entries) {
    if (entry.type === 'started') open.set(entry.key, [...(open.get(entry.key) ?? []), entry.limitUsd])
    if (entry.type !== 'ended') continue
    open.get(entry.key)?.pop()
    spent += entry.attempt.costUsd
  }
  return spent + [...open.values()].flat().reduce((sum, limit) => sum + limit, 0)
}

/** The name of a result: it changes with everything that the result depends on. Pure. */
export const keyOf = (...parts: readonly (string | number | readonly string[])[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)

async function takeLock(path: string): Promise<string> {
  for (;;) {
    try {
      await writeFile(path, String(process.pid), {
        flag: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
      })
      return path
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error
    }
    const pid = Number(await readFile(path, 'utf8').catch(() => ''))
    if (pid > 0 && isRunning(pid))
      throw new Obstacle(
        `process ${pid} writes the same results: wait for its end, or name another file with --output. If it is no evaluation, delete ${path}`,
      )
    await rm(path, { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import type { TranscriptLine } from '../models/conversation/transcript-line.ts'

/** A file with everything that was said in a run, one JSON object a line, for later steps of the workflow. */
export interface Transcript {
  readonly path: string
  record(line: TranscriptLine | TranscriptFrame): void
  close(): void
}

/** The first line and the last. */
export type TranscriptFrame =
  | { readonly type: 'began'; readonly run: string; readonly model: string; readonly repository: string }
  | { readonly type: 'ended'; readonly reason: string | null }

export interface TranscriptOptions {
  readonly path: string
  /** Takes the secrets out of a text. */
  readonly scrub: (text: string) => string
  /**
   * True: the prompts are confidential, and a workflow may well publish the file as an artifact of a public
   * repository. Then it holds what was called and what it cost, and of every text only how long it was.
   */
  readonly isDiscreet: boolean
  readonly now: () => number
  warn(text: string): void
}

const MOST_BYTES = 50 * 1024 * 1024

/** Written at once and not at the end: a run that is killed leaves it too. What cannot be written is warned of once. */
export function openTranscript(options: TranscriptOptions): Transcript | null {
  const { path, scrub, isDiscreet } = options
  let room = MOST_BYTES
  let file: number | null = attempt(() => {
    rmSync(path, { force: true })
    return openSync(path, 'wx', 0o600)
  }, options)
  if (file === null) return null

  const write = (value: object): void => {
    if (file === null) return
    const line = `${JSON.stringify(value, (_, part) => cleanPart(part, scrub))}\n`
    room -= Buffer.byteLength(line)
    const open = file
    if (room < 0 || attempt(() => writeSync(open, line), options) === null) close()
  }
  const close = (): void => {
    if (file !== null) closeSync(file)
    file = null
  }

  return {
    path,
    record(line) {
      const at = new Date(options.now()).toISOString()
      write({ at, ...(isDiscreet ? withoutTexts(line) : line) })
    },
    close,
  }
}

/** Before JSON puts backslashes into it. A model may make up the names in its inputs, too. */
function cleanPart(part: unknown, scrub: (text: string) => string): unknown {
  if (typeof part === 'string') return scrub(part)
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [scrub(name), value]))
}

/** What was done and what it cost; texts as their lengths. */
function withoutTexts(line: TranscriptLine | TranscriptFrame): object {
  switch (line.type) {
    case 'began':
    case 'ended':
    case 'broken-off':
      return line
    case 'said':
      return { type: line.type, characters: line.text.length }
    case 'answered': {
      const { type, text, calls, cut, usage } = line
      return { type, characters: text.length, calls: calls.length, cut, usage }
    }
    case 'results':
      return {
        type: line.type,
        results: line.results.map(({ ok, text }) => ({ ok, characters: text.length })),
      }
    case 'compacted':
      return { type: line.type, characters: line.summary.length }
    case 'failed':
      return { type: line.type, reason: line.reason.code }
  }
}

function attempt<T>(act: () => T, { warn }: Pick<TranscriptOptions, 'warn'>): T | null {
  try {
    return act()
  } catch (error) {
    warn(
      `The transcript cannot be written: ${error instanceof Error ? error.message : String(error)}. The work goes on.`,
    )
    return null
  }
}

import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import type { TranscriptLine } from '../models/conversation/conversation.ts'
import { messageOf } from '../text/format.ts'

// Egress: redacts each text of each line.

/** A file with the conversation of a run, one JSON object per line, for later steps of the workflow. */
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
  /** Replaces the secrets in a text. */
  readonly redact: (text: string) => string
  /**
   * True: the prompts are confidential, and a workflow may publish the file as an artifact of a public repository. The
   * file then has the calls, the costs and the lengths of the texts instead of the texts.
   */
  readonly isConfidential: boolean
  readonly now: () => number
  warn(text: string): void
}

const MAX_BYTES = 50 * 1024 * 1024

/** Writes each line immediately, so that a killed run also leaves a transcript. Warns once if the file cannot be written. */
export function openTranscript(options: TranscriptOptions): Transcript | null {
  const { path, redact, isConfidential } = options
  let room = MAX_BYTES
  let file: number | null = attempt(() => {
    rmSync(path, { force: true })
    return openSync(path, 'wx', 0o600)
  }, options)
  if (file === null) return null

  const write = (value: object): void => {
    if (file === null) return
    const line = `${JSON.stringify(value, (_, part) => cleanPart(part, redact))}\n`
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
      write({ at, ...(isConfidential ? withoutTexts(line) : line) })
    },
    close,
  }
}

/** Runs before JSON adds backslashes. Names of fields are redacted, too, since a model can invent them. */
function cleanPart(part: unknown, redact: (text: string) => string): unknown {
  if (typeof part === 'string') return redact(part)
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [redact(name), value]))
}

/** Calls and costs, with the lengths of the texts. */
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
    case 'fallback':
      return { type: line.type, from: line.from, to: line.to }
  }
}

function attempt<T>(act: () => T, { warn }: Pick<TranscriptOptions, 'warn'>): T | null {
  try {
    return act()
  } catch (error) {
    warn(`The transcript cannot be written: ${messageOf(error)}. The work continues.`)
    return null
  }
}

import { countOf } from '../../text/format.ts'
import { cutDepth } from '../tool-calls/deep-inputs.ts'

// Egress: asks the model, with what was redacted for it.

type Fetch = typeof globalThis.fetch
export type Chunk = Readonly<Record<string, unknown>>

/** How the answer of one wire format is repaired. One is opened for each response. */
export interface StreamRepair {
  /** The chunk, repaired where necessary; `null`: nobody can read it. */
  repairChunk(chunk: Chunk): Chunk | null
  /** What a comment stands for: a server that is busy sends one to keep the connection open. */
  readonly comment?: Chunk
  /** Types of chunks after which nothing follows: some servers keep the connection open. */
  readonly ends?: ReadonlySet<unknown>
  /** A chunk that is missing before the end. `isMarked`: the server has said that this is the end. */
  completeAtEnd?(isMarked: boolean): Chunk | null
  /** Turns an answer in one piece into the stream that was requested. */
  toStream?(text: string): string
}

/** A server that sends more than these has something else to say. */
const MOST_UNREADABLE = 100

/** Of a chunk without a blank line behind it, which is looked at again with each line. */
const MOST_LINES = 20

/** If such a chunk is damaged, a part of what the model wrote is missing. */
const HOLDS_CONTENT = /"(?:delta|content|text|arguments|partial_json|parts|tool_calls)"/

/**
 * `fetch` for servers whose streams deviate from their protocol in ways that can be repaired. A chunk that is no JSON
 * object, such as `data: null`, is left out: the packages of the providers would discard the whole answer. `log`: takes a
 * line about an answer of which chunks were left out.
 */
export const repairStream =
  ({ fetch, log }: { fetch: Fetch; log(line: string): void }, open: () => StreamRepair): Fetch =>
  async (...args) => {
    const response = await fetch(...args)
    if (!response.ok || response.body === null) return response
    const { status, statusText, headers } = response
    const body = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(repairText(open(), log))
      .pipeThrough(new TextEncoderStream())
    return new Response(body, { status, statusText, headers })
  }

/** Event by event, as they arrive. A body that begins like a JSON object is no event stream, whatever its headers say. */
function repairText(repair: StreamRepair, log: (line: string) => void): TransformStream<string, string> {
  /** What is blank, or the beginning of a line: only what follows it is looked at. */
  let rest = ''
  let isJson: boolean | null = repair.toStream === undefined ? false : null
  const reader = openEvents(repair)
  const logUnreadable = () => {
    if (reader.unreadable > 0)
      log(`An answer of the model had ${countOf(reader.unreadable, 'unreadable chunk')}, left out.`)
  }
  return new TransformStream({
    transform(chunk, controller) {
      isJson ??= chunk.trim() === '' ? null : chunk.trimStart().startsWith('{')
      const end = isJson === false ? chunk.lastIndexOf('\n') + 1 : 0
      if (end > 0) controller.enqueue(reader.read(rest + chunk.slice(0, end)))
      rest = (end > 0 ? '' : rest) + chunk.slice(end)
      if (!reader.isOver) return
      logUnreadable()
      controller.terminate()
    },
    flush(controller) {
      controller.enqueue(
        isJson === true && repair.toStream !== undefined ? repair.toStream(rest) : reader.end(rest),
      )
      logUnreadable()
    },
  })
}

function openEvents(repair: StreamRepair) {
  let lines: string[] = []
  let unreadable = 0
  let isOver = false

  function writeMissing(isMarked: boolean): string {
    isOver = true
    const missing = repair.completeAtEnd?.(isMarked) ?? null
    return missing === null ? '' : write([], missing)
  }

  function repairEvent(): string {
    const event = lines
    lines = []
    const whole = event.join('')
    const data = dataOf(event)
    if (data === null) {
      return repair.comment !== undefined && whole.startsWith(':') ? write([], repair.comment) : whole
    }
    if (data === END) return `${writeMissing(true)}data: ${END}\n\n`
    const chunk = readChunk(data)
    if (chunk === undefined) return whole
    const repaired = chunk === null ? null : repair.repairChunk(cutDepth(chunk))
    if (repaired === null) {
      unreadable += 1
      return unreadable > MOST_UNREADABLE ? whole : ''
    }
    isOver ||= repair.ends?.has(repaired.type) === true
    const others = event.filter((line) => !line.startsWith('data:') && line.trim() !== '')
    return repaired === chunk && isBlank(event.at(-1)) ? whole : write(others, repaired)
  }

  /** Some servers write no blank line between chunks. */
  const isWhole = (): boolean => {
    if (lines.length > MOST_LINES) return false
    const data = lines.filter((line) => line.startsWith('data:')).length === 1 ? dataOf(lines) : null
    return data !== null && (data === END || isRecord(readChunk(data)))
  }

  return {
    /** Complete lines. */
    read(text: string): string {
      let repaired = ''
      for (const line of text.split(/(?<=\n)/)) {
        if (isOver) break
        if (/^(?:data|event):/.test(line) && isWhole()) repaired += repairEvent()
        lines.push(line)
        if (isBlank(line)) repaired += repairEvent()
      }
      return repaired
    },
    /** What has no blank line behind it is no event, unless it marks the end. */
    end(rest: string): string {
      lines.push(rest)
      if (dataOf(lines) === END) return repairEvent()
      return writeMissing(false) + lines.join('')
    },
    /** Chunks that nobody could read. */
    get unreadable() {
      return unreadable
    },
    /** Nothing more follows. */
    get isOver() {
      return isOver
    },
  }
}

const END = '[DONE]'

const isBlank = (line = ''): boolean => line.trim() === ''

/** `null`: there is none. */
function dataOf(lines: readonly string[]): string | null {
  const fields = lines.filter((line) => line.startsWith('data:'))
  return fields.length === 0 ? null : fields.map((line) => line.slice(5).trim()).join('\n')
}

const write = (others: readonly string[], chunk: Chunk): string =>
  `${others.join('')}data: ${JSON.stringify(chunk)}\n\n`

/** `null`: it says nothing. `undefined`: a part of the answer is damaged. */
function readChunk(data: string): Chunk | null | undefined {
  try {
    const value: unknown = JSON.parse(data)
    return isRecord(value) ? value : null
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return HOLDS_CONTENT.test(data) ? undefined : null
  }
}

export const isRecord = (value: unknown): value is Chunk =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The counts of an answer as numbers: some servers send them as text, or text in place of all of them. */
export function repairUsage(usage: unknown): Chunk | null {
  if (!isRecord(usage)) return null
  return Object.fromEntries(
    Object.entries(usage).flatMap(([name, value]): [string, unknown][] => {
      if (isRecord(value)) return [[name, repairUsage(value)]]
      if (!/tokens$/.test(name) || value === null || typeof value === 'number') return [[name, value]]
      const count = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : null
      return count === null ? [] : [[name, count]]
    }),
  )
}

/** OpenAI's stream of a response. */
export const repairResponsesStream = (): StreamRepair => ({
  repairChunk: (chunk) => chunk,
  ends: new Set(['response.completed', 'response.incomplete', 'response.failed']),
})

/** Google's stream. A prompt that is blocked gets no candidate. https://ai.google.dev/api/generate-content#BlockReason */
export const repairGeminiStream = (): StreamRepair => ({
  repairChunk(chunk) {
    const { promptFeedback, candidates } = chunk
    const isBlocked = isRecord(promptFeedback) && typeof promptFeedback.blockReason === 'string'
    return isBlocked && candidates === undefined
      ? { ...chunk, candidates: [{ finishReason: 'PROHIBITED_CONTENT' }] }
      : chunk
  },
})

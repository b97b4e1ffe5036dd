import { isDeepStrictEqual } from 'node:util'
import { NoSuchToolError, type TextStreamPart, ToolChoiceViolationError, type ToolSet } from 'ai'
import { countOf, wellFormed } from '../../text/format.ts'
import { NO_REPORTED_USAGE, parseUsage, type ReportedUsage } from '../cost/parse-usage.ts'
import type { RetrySettings } from '../providers/retry-settings.ts'
import type { ToolCall } from '../tool-calls/tool-spec.ts'
import { type ChatReasoning, collectReasoning } from './chat-reasoning.ts'

type Part = TextStreamPart<ToolSet>
export type StepEnd = Extract<Part, { type: 'finish-step' }>

/** What has arrived of an answer so far. */
export interface StreamContent {
  text: string
  /** Characters of all that the model wrote, reasoning and inputs of calls included. */
  length: number
  calls: ToolCall[]
  /** What the model is told of repaired calls, by their ids. */
  readonly notes: Map<string, string>
  /** The model was forced to call a tool and did not, as many models do. Its text counts as the answer. */
  ignored: ToolChoiceViolationError | null
  end: StepEnd | null
  readonly chatReasoning: ChatReasoning
  /** `null`: the provider has sent nothing yet. */
  reportedUsage: ReportedUsage | null
}

export const emptyContent = (): StreamContent => ({
  text: '',
  length: 0,
  calls: [],
  notes: new Map(),
  ignored: null,
  end: null,
  chatReasoning: { field: null, details: [] },
  reportedUsage: null,
})

/** Parts that the model wrote. Others come before the call is made, or say only that it arrived. */
const WRITTEN = new Set<Part['type']>(['text-delta', 'reasoning-delta', 'tool-input-delta', 'tool-call'])

/** Adds an answer to `content`, part by part. Throws if it is interrupted; `content` has what arrived before. */
export async function readStream(
  stream: AsyncIterable<Part>,
  content: StreamContent,
  idleTimeout: IdleTimeout,
): Promise<void> {
  try {
    for await (const part of stream) {
      if (WRITTEN.has(part.type)) idleTimeout.restart()
      else if (part.type === 'raw') idleTimeout.extend()
      addPart(part, content)
    }
  } finally {
    idleTimeout.clear()
  }
}

function addPart(part: Part, content: StreamContent): void {
  switch (part.type) {
    case 'text-delta':
      content.text += part.text
      content.length += part.text.length
      break
    case 'reasoning-delta':
      content.length += part.text.length
      break
    case 'tool-call':
      addCall(toToolCall(part, content.notes.get(part.toolCallId)), content)
      content.length += JSON.stringify(part.input ?? '').length
      break
    case 'finish-step':
      content.end = part
      break
    case 'raw':
      // A part that is no JSON object is not from a model, but for example a page of a proxy.
      if (typeof part.rawValue === 'object' && part.rawValue !== null) {
        content.reportedUsage = parseUsage(part.rawValue, content.reportedUsage ?? NO_REPORTED_USAGE)
        collectReasoning(part.rawValue, content.chatReasoning)
      }
      break
    case 'error':
      if (!ToolChoiceViolationError.isInstance(part.error)) throw part.error
      content.ignored = part.error
      break
    case 'abort':
      throw new Error(part.reason === undefined ? 'the call was aborted' : String(part.reason))
    default:
  }
}

function addCall(call: ToolCall, { calls }: StreamContent): void {
  if (!calls.some((earlier) => isSameCall(earlier, call))) calls.push(call)
}

/** Some servers send a call twice. Made twice, an edit would change the file twice. */
export const isSameCall = (
  one: Pick<ToolCall, 'id' | 'name' | 'input'>,
  other: Pick<ToolCall, 'id' | 'name' | 'input'>,
): boolean => one.id === other.id && one.name === other.name && isDeepStrictEqual(one.input, other.input)

function toToolCall(part: Extract<Part, { type: 'tool-call' }>, note: string | undefined): ToolCall {
  const { toolCallId: id, toolName: name } = part
  // What is not the beginning or the end of a character is refused in each later request, and in a pull request.
  const input = wellFormed(part.input)
  const invalid = part.dynamic === true && part.invalid === true
  if (!invalid) return { id, name, input, problem: null, ...(note !== undefined && { note }) }
  const problem = NoSuchToolError.isInstance(part.error)
    ? 'There is no such tool.'
    : 'The input is not valid JSON. Call the tool again with a JSON object.'
  return { id, name, input, problem }
}

interface IdleTimeout {
  /** Aborts when the call is cancelled, and when the stream was silent for too long. */
  readonly signal: AbortSignal
  /** Starts the timeout anew: the model has sent something. */
  restart(): void
  /** The server has sent a sign of life, but nothing that the model wrote. */
  extend(): void
  clear(): void
}

/** A server that only says that it is busy may never answer. */
const LONGEST_SILENCE_MS = 900_000

/**
 * Timeout for a silent model, from the moment of the call. The SDK's own timeout starts when the provider's package
 * returns its stream, and some packages return it after the first event only: a call that stalls before it would never
 * end.
 */
export function startIdleTimeout(
  cancelled: AbortSignal,
  { firstChunkMs, chunkMs }: Pick<RetrySettings, 'firstChunkMs' | 'chunkMs'>,
): IdleTimeout {
  const silence = new AbortController()
  const startTimer = (milliseconds: number) =>
    setTimeout(
      () => silence.abort(new Error(`no word came in ${countOf(milliseconds / 1000, 'second')}`)),
      milliseconds,
    )
  let limitMs = firstChunkMs
  let writtenAt = performance.now()
  let timer = startTimer(limitMs)
  return {
    signal: AbortSignal.any([cancelled, silence.signal]),
    restart() {
      clearTimeout(timer)
      limitMs = chunkMs
      writtenAt = performance.now()
      timer = startTimer(limitMs)
    },
    extend() {
      const leftMs = Math.max(LONGEST_SILENCE_MS, limitMs) - (performance.now() - writtenAt)
      if (leftMs <= 0) return
      clearTimeout(timer)
      timer = startTimer(Math.min(limitMs, leftMs))
    },
    clear: () => clearTimeout(timer),
  }
}

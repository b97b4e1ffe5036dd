import type { ModelMessage, SystemModelMessage } from 'ai'
import { reason } from '../../../contract/reasons.ts'
import type { Usage } from '../../../contract/run.ts'
import { countBrokenOff, countCost, estimateUsage } from '../cost/count-cost.ts'
import type { ModelHandle } from '../providers/model-handle.ts'
import { askWithRetries, type RequestResult } from '../request/ask-with-retries.ts'
import {
  sizeOfTools,
  type ToolCall,
  type ToolCallResult,
  type ToolImage,
  type ToolSpec,
  toToolSet,
} from '../tool-calls/tool-spec.ts'
import { type AskOptions, askWithinWindow } from './ask-within-window.ts'
import { type Rewrite, sizeOfMessage } from './compact.ts'
import { CACHE_BREAKPOINT, openMessageHistory } from './message-history.ts'
import { lineOfAnswer, lineOfResults, type TranscriptLine } from './transcript-line.ts'

export type AskResult =
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly calls: readonly ToolCall[]
      /** `cut`: at the model's output limit. `malformed`: with a call that the provider could not read. */
      readonly end: 'whole' | 'cut' | 'malformed'
    }
  | Exclude<RequestResult, { kind: 'answered' }>

/** A conversation with a model. An answer becomes part of it only if it is complete. */
export interface Conversation {
  /**
   * Adds a message of the user. `pinned`: compaction keeps it word for word. `rewrite` writes it anew if the window turns
   * out to be smaller.
   */
  addText(text: string, kind: 'pinned' | 'droppable', rewrite?: Rewrite): void
  /** Adds a message of the user that shows images. */
  addImages(images: readonly ToolImage[]): void
  /** One result for each call of the model's last answer. */
  addToolResults(results: readonly ToolCallResult[]): void
  ask(options: AskOptions): Promise<AskResult>
  /** What the model has done so far, by the names of its calls. */
  recap(): string
}

interface ConversationOptions {
  readonly model: ModelHandle
  readonly system: string
  readonly tools: readonly ToolSpec[]
  /** The same for runs that begin alike: OpenAI routes them to where the beginning is cached. */
  readonly cacheKey: string
  readonly now: () => number
  /** From 0 up to 1: spreads the retries of runs that were refused together. */
  readonly random: () => number
  readonly summarizing: {
    /** Asks the model for the summary that replaces older messages. */
    readonly request: string
    /** Introduces that summary. */
    delimit(summary: string): string
  }
  /** Called for each answer of the model: summaries and interrupted answers included. */
  onUsage(usage: Usage): void
  record(line: TranscriptLine): void
  /** The conversation no longer has all that tools returned. */
  onForgotten(): void
}

export function openConversation(options: ConversationOptions): Conversation {
  const { model, record, summarizing } = options
  const system: SystemModelMessage = {
    role: 'system',
    content: options.system,
    providerOptions: CACHE_BREAKPOINT,
  }
  const tools = toToolSet(options.tools)
  const fixedSize = options.system.length + sizeOfTools(options.tools)
  const history = openMessageHistory({ fixedSize, window: model.window, onForgotten: options.onForgotten })

  /** Reports what each answer used. A failed try is charged like any other. */
  async function request(
    { signal, force, mayAskAgain = () => true }: AskOptions,
    closing: readonly ModelMessage[] = [],
  ): Promise<RequestResult> {
    const messages = history.messages(closing)
    const { cacheKey, now, random } = options
    const result = await askWithRetries({
      ...{ model, system, messages, tools, cacheKey, force: force ?? null, signal, now, random, mayAskAgain },
      onBrokenOff(counts) {
        const usage = countBrokenOff(counts, model.price)
        options.onUsage(usage)
        record({ type: 'broken-off', usage })
      },
    })
    if (result.kind !== 'answered') return result
    const { answer } = result
    const requestLength = messages.reduce((sum, message) => sum + sizeOfMessage(message), fixedSize)
    const counts = estimateUsage(answer.usage, { requestLength, answerLength: answer.length })
    const usage = countCost(counts, model.price)
    options.onUsage(usage)
    record(lineOfAnswer(answer, usage))
    history.calibrate(answer.usage.inputTokens ?? 0)
    return result
  }

  function shorten(summary: string): void {
    record({ type: 'compacted', summary })
    history.replaceBy(summary, summarizing.delimit(summary))
  }

  function addImages(images: readonly ToolImage[]): void {
    if (images.length > 0) history.add({ role: 'user', content: images.flatMap(toImageParts) }, 'droppable')
  }

  return {
    recap: () => history.recap(),
    addText(text, kind, rewrite) {
      history.add({ role: 'user', content: text }, kind, rewrite)
      record({ type: 'said', text })
    },
    addImages,
    addToolResults(results) {
      history.add({ role: 'tool', content: results.map(toToolResult) }, 'droppable')
      addImages(results.flatMap(({ image }) => image ?? []))
      record(lineOfResults(results))
    },
    async ask(asked) {
      const result = toAskResult(
        await askWithinWindow(asked, { history, request, shorten, summaryRequest: summarizing.request }),
        model.name,
      )
      if (result.kind === 'failed') record({ type: 'failed', reason: result.reason })
      if (result.kind !== 'answered') return result
      if (result.message !== null) history.add(result.message, 'droppable')
      return result
    },
  }
}

function toAskResult(result: RequestResult, model: string) {
  if (result.kind !== 'answered') return result
  const { text, calls, end, message } = result.answer
  if (end === 'filtered') {
    const refusal = reason('content-refused', `${model} (its content filter ended the answer)`)
    return { kind: 'failed' as const, reason: refusal }
  }
  return { kind: 'answered' as const, text, calls, end: end === 'overflowed' ? 'cut' : end, message }
}

/** In a message of the user: not every protocol has images in the result of a tool. */
const toImageParts = ({ caption, data, mediaType }: ToolImage) => [
  { type: 'text' as const, text: caption },
  { type: 'file' as const, data, mediaType },
]

const toToolResult = ({ call, ok, text }: ToolCallResult) => ({
  type: 'tool-result' as const,
  toolCallId: call.id,
  toolName: call.name,
  output: { type: ok ? ('text' as const) : ('error-text' as const), value: text },
})

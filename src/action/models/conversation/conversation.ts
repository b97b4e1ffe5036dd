import type { ModelMessage, SystemModelMessage } from 'ai'
import { type Reason, reason } from '../../../contract/reasons.ts'
import type { Usage } from '../../../contract/run.ts'
import { cutHead } from '../../../contract/text.ts'
import { countBrokenOff, countCost, estimateUsage } from '../cost/count-cost.ts'
import type { ModelHandle } from '../providers/open-model.ts'
import { askWithRetries, type PlannedRetry, type RequestResult } from '../request/ask-with-retries.ts'
import type { Endpoint, StreamedAnswer } from '../request/stream-answer.ts'
import {
  sizeOfTools,
  type ToolCall,
  type ToolCallResult,
  type ToolImage,
  type ToolSpec,
  toToolSet,
} from '../tool-calls/tool-spec.ts'
import { type AskOptions, askWithinWindow } from './ask-within-window.ts'
import { withAcceptedImages } from './carry-over.ts'
import { type Rewrite, sizeOfMessage } from './compact.ts'
import { CACHE_BREAKPOINT, openMessageHistory } from './message-history.ts'

export type AskResult =
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly calls: readonly ToolCall[]
      /** `cut`: at the model's output limit. `malformed`: with a call that the provider could not read. */
      readonly end: 'whole' | 'cut' | 'malformed'
    }
  | Exclude<RequestResult, { kind: 'answered' }>

/**
 * A conversation with a model, and with the next one if it is not available. An answer becomes part of it only if it is
 * complete.
 */
export interface Conversation {
  /** The model that is asked. */
  readonly model: ModelHandle
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
  /** Each continues, for the rest of the conversation, if the one before is down, out of quota or retired. */
  readonly fallbacks: readonly ModelHandle[]
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
  /** Called for each answer of a model: summaries and interrupted answers included. */
  onUsage(usage: Usage, model: ModelHandle): void
  onRetry(retry: PlannedRetry, model: ModelHandle): void
  onFallback(fallback: Fallback): void
  record(line: TranscriptLine): void
  /** The conversation no longer has all that tools returned. */
  onForgotten(): void
}

/** One record of a conversation, complete: for a file on the runner, never for an event or a log. */
export type TranscriptLine =
  | { readonly type: 'said'; readonly text: string }
  | {
      readonly type: 'answered'
      readonly text: string
      readonly calls: readonly { readonly id: string; readonly tool: string; readonly input: unknown }[]
      readonly cut: boolean
      readonly usage: Usage
    }
  /** An interrupted answer. What the provider had counted by then is charged. */
  | { readonly type: 'broken-off'; readonly usage: Usage }
  | {
      readonly type: 'results'
      readonly results: readonly {
        readonly id: string
        readonly tool: string
        readonly ok: boolean
        readonly text: string
      }[]
    }
  | { readonly type: 'compacted'; readonly summary: string }
  | ({ readonly type: 'fallback' } & Fallback)
  | { readonly type: 'failed'; readonly reason: Reason }

/** One model takes over from another. */
export interface Fallback {
  readonly from: string
  readonly to: string
  /** What the provider of `from` said. */
  readonly why: string
}

export function openConversation(options: ConversationOptions): Conversation {
  const { record, summarizing } = options
  let { model } = options
  const fallbacks = [...options.fallbacks]
  const outages: Outage[] = []
  const system: SystemModelMessage = {
    role: 'system',
    content: options.system,
    providerOptions: CACHE_BREAKPOINT,
  }
  const tools = toToolSet(options.tools)
  const fixedSize = options.system.length + sizeOfTools(options.tools)
  let endpoint: Endpoint = { reasoning: 'kept', turns: 'free' }
  const history = openMessageHistory({ fixedSize, window: model.window, onForgotten: options.onForgotten })

  /** Reports what each answer used. A failed try is charged like any other. */
  async function request(
    { signal, force, mayAskAgain = () => true }: AskOptions,
    closing: readonly ModelMessage[] = [],
  ): Promise<RequestResult> {
    const messages = history.messages(closing)
    const { cacheKey, now, random } = options
    const result = await askWithRetries({
      ...{ model, system, messages, tools, cacheKey, endpoint, force: force ?? null },
      ...{ signal, now, random, mayAskAgain, onRetry: (retry) => options.onRetry(retry, model) },
      onBrokenOff(counts) {
        const usage = countBrokenOff(counts, model.price)
        options.onUsage(usage, model)
        record({ type: 'broken-off', usage })
      },
    })
    if (result.kind !== 'answered') return result
    const { answer } = result
    const requestLength = messages.reduce((sum, message) => sum + sizeOfMessage(message), fixedSize)
    const counts = estimateUsage(answer.usage, { requestLength, answerLength: answer.length })
    const usage = countCost(counts, model.price)
    options.onUsage(usage, model)
    record(lineOfAnswer(answer, usage))
    history.calibrate(answer.usage.inputTokens ?? 0)
    return result
  }

  function shorten(summary: string): void {
    record({ type: 'compacted', summary })
    history.replaceBy(summary, summarizing.delimit(summary))
  }

  function addImages(images: readonly ToolImage[]): void {
    if (images.length === 0) return
    // An earlier model may have asked for them.
    history.add(
      withAcceptedImages({ role: 'user', content: images.flatMap(toImageParts) }, model),
      'droppable',
    )
  }

  /** False: no other model is left. */
  function fallBack(outage: Outage): boolean {
    outages.push(outage)
    const next = fallbacks.shift()
    if (next === undefined) return false
    const fallback = { from: model.name, to: next.name, why: outage.why }
    history.handTo(next)
    model = next
    endpoint = { reasoning: 'kept', turns: 'free' }
    record({ type: 'fallback', ...fallback })
    options.onFallback(fallback)
    return true
  }

  return {
    get model() {
      return model
    },
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
      for (;;) {
        const access = { history, request, shorten, summaryRequest: summarizing.request }
        const result = toAskResult(
          await askWithinWindow(asked, { ...access, hasFallback: fallbacks.length > 0 }),
          model.name,
        )
        if (result.kind === 'answered' && result.message !== null) history.add(result.message, 'droppable')
        if (result.kind !== 'failed') return result
        record({ type: 'failed', reason: result.reason })
        // A forced call that is refused is asked again without force.
        const isForce = asked.force !== undefined && result.reason.code === 'model-refused'
        if (result.unavailable === undefined || isForce) return result
        const outage = { model: model.name, why: result.unavailable, failure: result, at: options.now() }
        if (!fallBack(outage)) return sumUp(outages, options.now())
        if (asked.mayAskAgain?.(0) === false) return { kind: 'aborted' }
      }
    },
  }
}

type Failure = Extract<RequestResult, { kind: 'failed' }>

interface Outage {
  readonly model: string
  readonly why: string
  readonly failure: Failure
  /** Milliseconds since 1970. */
  readonly at: number
}

const MOST_SAID = 560

/**
 * How a run ends that no model is left for. If the quota of one is available again later, the run can continue then: with the
 * first model that is.
 */
function sumUp(outages: readonly Outage[], now: number): Failure {
  const [only] = outages
  if (outages.length === 1 && only !== undefined) return only.failure
  const each = Math.floor(MOST_SAID / outages.length)
  const said = outages.map(({ model, why }) => cutHead(`${model} (${why})`, each)).join('; ')
  const quotas = outages.flatMap(({ failure, at }) => {
    const { againInMs } = failure.quota ?? { againInMs: undefined }
    return againInMs === undefined ? [] : [{ againInMs: againInMs && Math.max(1, againInMs - (now - at)) }]
  })
  const [soonest] = quotas.toSorted(
    (one, other) => (one.againInMs ?? Infinity) - (other.againInMs ?? Infinity),
  )
  if (soonest !== undefined) return { kind: 'failed', reason: reason('quota-spent', said), quota: soonest }
  const codes = outages.map(({ failure }) => failure.reason.code)
  return { kind: 'failed', reason: reason(codes.at(-1) ?? 'model-failed', said) }
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

const lineOfAnswer = ({ text, calls, end }: StreamedAnswer, usage: Usage): TranscriptLine => ({
  type: 'answered',
  text,
  calls: calls.map(({ id, name, input }) => ({ id, tool: name, input })),
  cut: end === 'cut' || end === 'overflowed',
  usage,
})

const lineOfResults = (results: readonly ToolCallResult[]): TranscriptLine => ({
  type: 'results',
  results: results.map(({ call: { id, name }, ok, text }) => ({ id, tool: name, ok, text })),
})

import type { ModelMessage } from 'ai'
import { DEFAULT_TOKENS_PER_CHARACTER, measureTokensPerCharacter } from '../cost/count-cost.ts'
import { carryOver, type NextModel } from './carry-over.ts'
import { compact, type HistoryEntry, type Rewrite, recapCalls, sizeOfMessage } from './compact.ts'
import { countImages, type Pruning, pruneMessages, withoutImages } from './prune-messages.ts'

/** What of a conversation is sent with the next request. */
export interface MessageHistory {
  /** `pinned`: compaction keeps it word for word. */
  add(message: ModelMessage, kind: 'pinned' | 'droppable', rewrite?: Rewrite | null): void
  /** As they are sent, with cache breakpoints. `closing` is for this request only. */
  messages(closing: readonly ModelMessage[]): ModelMessage[]
  /** Takes what the provider counted for a request of these messages. Later sizes are estimated from it. */
  calibrate(inputTokens: number): void
  /** False: no request was answered yet. */
  readonly isCalibrated: boolean
  /** Removes what the model can get again, as far as necessary. False: it is still too long, or too little would stay. */
  prune(): boolean
  /** The provider refused the request as too long: its window is smaller than assumed. False as in `prune`. */
  shrink(): boolean
  /** Removes all images: the provider may have refused the request because of one. False: there are none. */
  dropImages(): boolean
  /** Makes it the conversation of another model. */
  handTo(model: NextModel): void
  /** A summary without a model: the names of the calls that were made. */
  recap(): string
  /** Puts the summary, as it is delimited for the model, in place of everything that is neither pinned nor recent. */
  replaceBy(summary: string, delimited: string): void
}

const NOT_SHOWN = '[an image that the provider may have refused: continue without it]'

const RECAP_LENGTH = 8000
/** Of the budget: if pruning stopped just below its end, each of the next steps would prune, and cache, again. */
const PRUNING_TARGET = 0.75

interface MessageHistoryOptions {
  /** Characters of what each request begins with. */
  readonly fixedSize: number
  /** Context window of the model, in tokens. */
  readonly window: number
  /** Called when the conversation no longer has all that tools returned or were given. */
  readonly onForgotten?: () => void
}

export function openMessageHistory(options: MessageHistoryOptions): MessageHistory {
  let entries: readonly HistoryEntry[] = []
  let summary: string | null = null
  /** Index of the last message of the previous request. */
  let previousEnd: number | null = null
  let tokensPerCharacter = DEFAULT_TOKENS_PER_CHARACTER
  let { window } = options
  /** Since the last complete answer. */
  let refusals = 0
  let isCalibrated = false

  const budget = (): ContextBudget => contextBudget(window, tokensPerCharacter)
  const size = (): number =>
    entries.reduce((sum, { message }) => sum + sizeOfMessage(message), options.fixedSize)

  function remove(limits: Pruning): void {
    const messages = pruneMessages(
      entries.map(({ message }) => message),
      limits,
    )
    if (entries.some(({ message }, index) => message !== messages[index])) options.onForgotten?.()
    entries = entries.map((entry, index) => ({ ...entry, message: messages[index] ?? entry.message }))
  }

  function prune(): boolean {
    const { kept, slack, total } = budget()
    remove({ kept, slack, newest: 'stays' })
    if (size() <= total) return true
    for (const part of [kept, kept / 2]) {
      remove({ kept: part, slack: 0, newest: 'stays' })
      if (size() <= total * PRUNING_TARGET) return true
    }
    return false
  }

  function pruneAll(): boolean {
    remove({ kept: budget().kept, slack: 0, newest: 'goes if it is too long' })
    return size() <= budget().total
  }

  return {
    add(message, kind, rewrite = null) {
      entries = [...entries, { message, isPinned: kind === 'pinned', rewrite }]
    },
    messages(closing) {
      const all = [...entries.map(({ message }) => message), ...closing]
      const withBreakpoints = addCacheBreakpoints(all, previousEnd)
      if (closing.length === 0) previousEnd = all.length - 1
      return withBreakpoints
    },
    calibrate(inputTokens) {
      tokensPerCharacter = measureTokensPerCharacter(inputTokens, size())
      refusals = 0
      isCalibrated = true
    },
    get isCalibrated() {
      return isCalibrated
    },
    prune,
    shrink() {
      // The first request that is refused is mostly a little too long. After it, the window is unknown, and there are
      // few tries to find it.
      window = Math.min(window, size() * tokensPerCharacter) * (refusals === 0 ? 0.7 : 0.4)
      refusals += 1
      entries = entries.map((entry) => rewriteFor(window, entry))
      previousEnd = null
      return pruneAll()
    },
    dropImages() {
      const hadImages = entries.some(({ message }) => countImages(message) > 0)
      const drop = (message: ModelMessage) =>
        withoutImages(message, () => ({ type: 'text', text: NOT_SHOWN }))
      if (hadImages) entries = entries.map((entry) => ({ ...entry, message: drop(entry.message) }))
      return hadImages
    },
    handTo(model) {
      const messages = carryOver(
        entries.map(({ message }) => message),
        model,
      )
      entries = entries.map((entry, index) => ({ ...entry, message: messages[index] ?? entry.message }))
      if (model.window < window) entries = entries.map((entry) => rewriteFor(model.window, entry))
      window = model.window
      refusals = 0
      previousEnd = null
    },
    recap: () => recapCalls(entries, summary, RECAP_LENGTH),
    replaceBy(text, delimited) {
      summary = text
      options.onForgotten?.()
      entries = compact(entries, delimited, budget().tail)
      previousEnd = null
      if (size() > budget().total) pruneAll()
    },
  }
}

const rewriteFor = (window: number, entry: HistoryEntry): HistoryEntry =>
  entry.rewrite === null ? entry : { ...entry, message: { role: 'user', content: entry.rewrite(window) } }

/** How much of a conversation the model gets to read, in characters. */
interface ContextBudget {
  /** Tool outputs and long inputs that survive pruning, newest first. */
  readonly kept: number
  /** How much more may accumulate before they are pruned. */
  readonly slack: number
  /** Of the whole request. Beyond it, the conversation is compacted. */
  readonly total: number
  /** Of the last steps, which survive compaction. */
  readonly tail: number
}

/** A longer request costs more and is read with less care, even if the window is larger. */
const MAX_TOKENS = 200_000
/**
 * What is kept is sent and cached anew at each pruning; what accumulates is read from the cache with each request. At
 * list prices, over 200 steps of reading, this pair is near the lowest cost at which a dozen files of usual size stay
 * readable. See bench/README.md.
 */
const MAX_KEPT = 80_000
const MAX_SLACK = 170_000
const ANSWER_TOKENS = 16_000

/** Pure. `tokensPerCharacter`: as measured with the last request. */
export function contextBudget(window: number, tokensPerCharacter: number): ContextBudget {
  const tokens = Math.min(window, MAX_TOKENS)
  const available = (tokens - Math.min(ANSWER_TOKENS, tokens / 4)) / tokensPerCharacter
  return {
    kept: Math.min(MAX_KEPT, available * 0.2),
    slack: Math.min(MAX_SLACK, available * 0.425),
    total: available * 0.85,
    tail: available * 0.2,
  }
}

/**
 * A cache breakpoint: Anthropic caches what stands before it, and accepts four of them. The other providers need none.
 */
export const CACHE_BREAKPOINT = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/**
 * Sets a breakpoint on the first message, on the last message of the previous request, and on the last message; the
 * system prompt has the fourth. The middle one matters after a step with many calls: Anthropic looks for a cached
 * beginning only in the 20 blocks before a breakpoint.
 * https://docs.claude.com/en/docs/build-with-claude/prompt-caching. Pure.
 */
function addCacheBreakpoints(messages: readonly ModelMessage[], previousEnd: number | null): ModelMessage[] {
  const breakpoints = new Set([0, previousEnd, messages.length - 1])
  return messages.map((message, index) =>
    breakpoints.has(index)
      ? { ...message, providerOptions: { ...message.providerOptions, ...CACHE_BREAKPOINT } }
      : message,
  )
}

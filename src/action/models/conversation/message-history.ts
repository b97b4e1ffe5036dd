import type { ModelMessage } from 'ai'
import { FIRST_GUESS, measureTokens } from '../cost/estimate-usage.ts'
import { addCacheMarkers } from './cache-markers.ts'
import { compact, recapCalls, type Said, sizeOfMessage, type Tell } from './compact.ts'
import { type ContextBudget, contextBudget } from './context-budget.ts'
import { type Pruning, pruneMessages } from './prune-messages.ts'

/** What of a conversation goes to the model with the next request. */
export interface MessageHistory {
  /** `lasting`: it stays word for word when the conversation is compacted. */
  add(message: ModelMessage, kind: 'lasting' | 'passing', tell?: Tell | null): void
  /** As they are sent, marked for the provider's cache; `closing` is for this one request only. */
  messages(closing: readonly ModelMessage[]): ModelMessage[]
  /** What the provider counted for a request of these messages: later sizes are judged by it. */
  learn(inputTokens: number): void
  /** False: no request was answered yet. */
  readonly hasLearned: boolean
  /** Cuts what can be had again, as far as it must be; false: too little would be left, or it is too much still. */
  prune(): boolean
  /** The provider refused the request as too long: its window is smaller than was thought. False as in `prune`. */
  shrink(): boolean
  /** A summary without a model: the names of the calls that were made. */
  recap(): string
  /** Puts the summary, as it is framed for the model, in the place of all that neither lasts nor is recent. */
  replaceBy(summary: string, framed: string): void
}

const RECAP_LENGTH = 8000
/** Of the room: what is cut to just below its end is cut, and cached anew, at each of the next steps. */
const ENOUGH = 0.75

export interface MessageHistoryOptions {
  /** Characters of what each request begins with. */
  readonly fixedSize: number
  /** Tokens that the model takes in at once. */
  readonly window: number
  /** Called when the model no longer has something that tools brought or took. */
  readonly onForgotten?: () => void
}

export function openMessageHistory(given: MessageHistoryOptions): MessageHistory {
  let said: readonly Said[] = []
  let summary: string | null = null
  /** Where the last request ended. */
  let endedAt: number | null = null
  let tokensPerCharacter = FIRST_GUESS
  let { window } = given
  /** Since the last whole answer. */
  let refusals = 0
  let hasLearned = false

  const room = (): ContextBudget => contextBudget(window, tokensPerCharacter)
  const size = (): number => said.reduce((sum, { message }) => sum + sizeOfMessage(message), given.fixedSize)

  function cut(limits: Pruning): void {
    const messages = pruneMessages(
      said.map(({ message }) => message),
      limits,
    )
    if (said.some(({ message }, index) => message !== messages[index])) given.onForgotten?.()
    said = said.map((entry, index) => ({ ...entry, message: messages[index] ?? entry.message }))
  }

  function prune(): boolean {
    const { kept, slack, whole } = room()
    cut({ kept, slack, newest: 'stays' })
    if (size() <= whole) return true
    for (const rest of [kept, kept / 2]) {
      cut({ kept: rest, slack: 0, newest: 'stays' })
      if (size() <= whole * ENOUGH) return true
    }
    return false
  }

  function cutAll(): boolean {
    cut({ kept: room().kept, slack: 0, newest: 'goes if it is too long' })
    return size() <= room().whole
  }

  return {
    add(message, kind, tell = null) {
      said = [...said, { message, lasting: kind === 'lasting', tell }]
    },
    messages(closing) {
      const all = [...said.map(({ message }) => message), ...closing]
      const marked = addCacheMarkers(all, endedAt)
      if (closing.length === 0) endedAt = all.length - 1
      return marked
    },
    learn(inputTokens) {
      tokensPerCharacter = measureTokens(inputTokens, size())
      refusals = 0
      hasLearned = true
    },
    get hasLearned() {
      return hasLearned
    },
    prune,
    shrink() {
      // The first refusal is mostly by little; after it the window is unknown, and there are few tries to find it.
      window = Math.min(window, size() * tokensPerCharacter) * (refusals === 0 ? 0.7 : 0.4)
      refusals += 1
      said = said.map((entry) => tellAgain(entry, window))
      endedAt = null
      return cutAll()
    },
    recap: () => recapCalls(said, summary, RECAP_LENGTH),
    replaceBy(text, framed) {
      summary = text
      given.onForgotten?.()
      said = compact(said, framed, room().tail)
      endedAt = null
      if (size() > room().whole) cutAll()
    },
  }
}

const tellAgain = (entry: Said, window: number): Said =>
  entry.tell === null ? entry : { ...entry, message: { role: 'user', content: entry.tell(window) } }

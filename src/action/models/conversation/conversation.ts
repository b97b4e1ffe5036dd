import type { ModelMessage, SystemModelMessage } from 'ai'
import { reason } from '../../../contract/reasons.ts'
import type { Usage } from '../../../contract/run.ts'
import type { ModelHandle } from '../providers/model-handle.ts'
import type { Reply } from '../request/ask-with-retries.ts'
import { sizeOfTools, toToolSet } from '../tool-calls/to-tool-set.ts'
import type { ToolAnswer, ToolRequest, ToolSpec } from '../tool-calls/tool-spec.ts'
import { askAndCount } from './ask-and-count.ts'
import { type AskOptions, askWithinWindow } from './ask-within-window.ts'
import { CACHED } from './cache-markers.ts'
import type { Tell } from './compact.ts'
import { openMessageHistory } from './message-history.ts'
import { lineOfResults, type TranscriptLine } from './transcript-line.ts'

export type Answer =
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly requests: readonly ToolRequest[]
      /** `cut`: at the model's output limit. `malformed`: with a call that the provider could not read. */
      readonly end: 'whole' | 'cut' | 'malformed'
    }
  | Exclude<Reply, { kind: 'answered' }>

/** A conversation with a model. What was said stays only if the model's answer to it was whole. */
export interface Conversation {
  /**
   * `lasting`: it stays word for word when the conversation is compacted. `tell` says the same in a window that turned
   * out smaller than was thought.
   */
  say(text: string, kind: 'lasting' | 'passing', tell?: Tell): void
  /** One answer for each request of the model's last answer. */
  answerTools(answers: readonly ToolAnswer[]): void
  ask(asking: AskOptions): Promise<Answer>
}

export interface ConversationOptions {
  readonly model: ModelHandle
  readonly system: string
  readonly tools: readonly ToolSpec[]
  /** The same for runs that begin alike: OpenAI sends them to where the beginning is cached. */
  readonly cacheKey: string
  readonly now: () => number
  /** From 0 up to 1: when exactly to ask a busy provider again. */
  readonly chance: () => number
  readonly summarizing: {
    /** Asks the model for the summary that takes the place of what was said. */
    readonly request: string
    /** Introduces that summary. */
    frame(summary: string): string
  }
  /** Called for each answer of the model, a summary as well, and for one that broke off. */
  onUsage(usage: Usage): void
  record(line: TranscriptLine): void
  /** The model no longer has all that tools brought. */
  onForgotten(): void
}

export function openConversation(options: ConversationOptions): Conversation {
  const { model, record, summarizing } = options
  const system: SystemModelMessage = { role: 'system', content: options.system, providerOptions: CACHED }
  const tools = toToolSet(options.tools)
  const fixedSize = options.system.length + sizeOfTools(options.tools)
  const memory = openMessageHistory({ fixedSize, window: model.window, onForgotten: options.onForgotten })

  async function request(asking: AskOptions, closing: readonly ModelMessage[] = []): Promise<Reply> {
    const { signal, force = null, mayAskAgain = () => true } = asking
    const messages = memory.messages(closing)
    const { cacheKey, now, chance } = options
    const reply = await askAndCount(
      { model, system, messages, tools, cacheKey, force, signal, now, chance, mayAskAgain },
      { fixedSize, onUsage: options.onUsage, record },
    )
    if (reply.kind === 'answered') memory.learn(reply.answer.usage.inputTokens ?? 0)
    return reply
  }

  function shorten(summary: string): void {
    record({ type: 'compacted', summary })
    memory.replaceBy(summary, summarizing.frame(summary))
  }

  return {
    say(text, kind, tell) {
      memory.add({ role: 'user', content: text }, kind, tell)
      record({ type: 'said', text })
    },
    answerTools(answers) {
      memory.add({ role: 'tool', content: answers.map(toToolResult) }, 'passing')
      record(lineOfResults(answers))
    },
    async ask(asking) {
      const answer = toAnswer(
        await askWithinWindow(asking, { memory, request, shorten, summaryRequest: summarizing.request }),
        model.name,
      )
      if (answer.kind === 'failed') record({ type: 'failed', reason: answer.reason })
      if (answer.kind !== 'answered') return answer
      if (answer.message !== null) memory.add(answer.message, 'passing')
      return answer
    },
  }
}

function toAnswer(reply: Reply, model: string) {
  if (reply.kind !== 'answered') return reply
  const { text, requests, end, message } = reply.answer
  if (end === 'filtered') {
    const refusal = reason('content-refused', `${model} (its content filter ended the answer)`)
    return { kind: 'failed' as const, reason: refusal }
  }
  const ended = end === 'overflowed' ? 'cut' : end
  return { kind: 'answered' as const, text, requests, end: ended, message }
}

const toToolResult = ({ request, ok, text }: ToolAnswer) => ({
  type: 'tool-result' as const,
  toolCallId: request.id,
  toolName: request.name,
  output: { type: ok ? ('text' as const) : ('error-text' as const), value: text },
})

import { jsonSchema, type ModelMessage, type SystemModelMessage, type ToolSet, tool } from 'ai'
import { z } from 'zod'
import { type Reason, reason } from '../../contract/reasons.ts'
import type { Usage } from '../../contract/run.ts'
import { askWithRetries, type Reply } from './ask-with-retries.ts'
import { countCost } from './count-cost.ts'
import type { ModelHandle } from './model-handle.ts'
import { KEPT_OUTPUT, pruneOutputs } from './prune-outputs.ts'
import type { ToolAnswer, ToolRequest, ToolSpec } from './tool-spec.ts'

export type Answer =
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly requests: readonly ToolRequest[]
      /** True: the answer ended at the model's output limit. */
      readonly cut: boolean
      readonly usage: Usage
    }
  | Exclude<Reply, { kind: 'answered' }>

/** A conversation with a model. What was said stays only if the model's answer to it was whole. */
export interface Conversation {
  say(text: string): void
  /** One answer for each request of the model's last answer. */
  answerTools(answers: readonly ToolAnswer[]): void
  ask(options: { readonly signal: AbortSignal; readonly force?: string }): Promise<Answer>
}

// Anthropic caches up to a marked message, at most four marks; the other providers cache by themselves.
const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

export function openConversation(
  model: ModelHandle,
  systemText: string,
  specs: readonly ToolSpec[],
): Conversation {
  const system: SystemModelMessage = { role: 'system', content: systemText, providerOptions: CACHED }
  const tools = toToolSet(specs)
  let messages: ModelMessage[] = []

  const request = (signal: AbortSignal, force: string | null) =>
    askWithRetries({ model, system, messages: markLast(messages), tools, force, signal })

  return {
    say(text) {
      messages.push({ role: 'user', content: text })
    },
    answerTools(answers) {
      messages.push({ role: 'tool', content: answers.map(toToolResult) })
    },
    async ask({ signal, force = null }) {
      messages = pruneOutputs(messages)
      let reply = await request(signal, force)
      if (reply.kind === 'failed' && reply.reason.code === 'context-too-long') {
        messages = pruneOutputs(messages, KEPT_OUTPUT / 5, 0)
        reply = await request(signal, force)
      }
      if (reply.kind !== 'answered') return reply
      const { text, requests, cut, filtered, usage, message } = reply.answer
      if (filtered) return { kind: 'failed', reason: nameFilter(model.name) }
      if (message !== null) messages.push(message)
      return { kind: 'answered', text, requests, cut, usage: countCost(usage, model.price) }
    },
  }
}

const nameFilter = (model: string): Reason =>
  reason('model-refused', `${model} (its content filter ended the answer)`)

/**
 * Tools without `execute`: the SDK hands every call back, and a bad input comes back as it is, so that the agent
 * checks it and says what is wrong in its own words.
 */
function toToolSet(specs: readonly ToolSpec[]): ToolSet {
  return Object.fromEntries(
    specs.map(({ name, description, input }) => {
      const { $schema: _, ...schema } = z.toJSONSchema(input, { target: 'draft-7', io: 'input' })
      return [
        name,
        tool({ description, inputSchema: jsonSchema(schema as Parameters<typeof jsonSchema>[0]) }),
      ]
    }),
  )
}

const toToolResult = ({ request, ok, text }: ToolAnswer) => ({
  type: 'tool-result' as const,
  toolCallId: request.id,
  toolName: request.name,
  output: { type: ok ? ('text' as const) : ('error-text' as const), value: text },
})

const markLast = (messages: readonly ModelMessage[]): ModelMessage[] =>
  messages.map((message, index) =>
    index === messages.length - 1 ? { ...message, providerOptions: CACHED } : message,
  )

import {
  type LanguageModelUsage,
  type ModelMessage,
  NoSuchToolError,
  type SystemModelMessage,
  streamText,
  type ToolSet,
} from 'ai'
import type { TokenCounts } from '../cost/count-cost.ts'
import { toTokenCounts } from '../cost/parse-usage.ts'
import type { ModelHandle } from '../providers/model-handle.ts'
import { repairToolCall } from '../tool-calls/repair-tool-call.ts'
import type { ToolCall } from '../tool-calls/tool-spec.ts'
import { type AnswerEnd, classifyFinish } from './classify-finish.ts'
import { startIdleTimeout } from './idle-timeout.ts'
import { normalizeMessages } from './normalize-messages.ts'
import { emptyContent, readStream, type StepEnd, type StreamContent } from './read-stream.ts'
import { stripReasoning } from './strip-reasoning.ts'

export interface ModelRequest {
  readonly model: ModelHandle
  readonly system: SystemModelMessage
  readonly messages: readonly ModelMessage[]
  readonly tools: ToolSet
  readonly cacheKey: string
  /** Name of the one tool that must be called. */
  readonly force: string | null
  readonly signal: AbortSignal
  readonly now: () => number
  /** An answer began and did not end. `counts`: what the provider had reported of it. */
  onBrokenOff(counts: TokenCounts): void
}

export interface StreamedAnswer {
  readonly text: string
  readonly calls: readonly ToolCall[]
  readonly end: Exclude<AnswerEnd, 'broken'>
  readonly usage: LanguageModelUsage
  /** Characters of all that the model wrote. */
  readonly length: number
  /** Sent back to the provider with the next request. */
  readonly message: ModelMessage | null
}

// The SDK prints warnings to the console by default, and the log of an action may be public.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** OpenAI returns a summary of the reasoning to verified organizations only and refuses others. Nobody reads it. */
const NO_SUMMARY = { reasoningSummary: null }

/** One model call. Throws unless the answer is complete. */
export async function streamAnswer(request: ModelRequest): Promise<StreamedAnswer> {
  const content = emptyContent()
  try {
    return await readAnswer(request, content)
  } catch (error) {
    if (content.reportedUsage !== null) request.onBrokenOff(toTokenCounts(content.reportedUsage))
    throw error
  }
}

async function readAnswer(request: ModelRequest, content: StreamContent): Promise<StreamedAnswer> {
  const { model, force, signal } = request
  const idleTimeout = startIdleTimeout(signal, model.retrySettings)
  const result = streamText({
    model: model.languageModel,
    instructions: request.system,
    messages: normalizeMessages(request.messages),
    tools: request.tools,
    // The model sees the repaired call, too.
    repairToolCall: async ({ toolCall, tools, error }) => {
      if (!NoSuchToolError.isInstance(error)) return null
      const { toolCallId, toolName, input } = toolCall
      const repaired = repairToolCall({ name: toolName, input }, Object.keys(tools))
      if (repaired === null) return null
      if (repaired.note !== null) content.notes.set(toolCallId, repaired.note)
      return { ...toolCall, toolName: repaired.name, input: repaired.input }
    },
    toolChoice: force === null ? 'auto' : { type: 'tool', toolName: force },
    ...(model.maxOutput !== null && { maxOutputTokens: model.maxOutput }),
    maxRetries: 0,
    abortSignal: idleTimeout.signal,
    // Without `store: false` OpenAI keeps the conversation, source code included, for thirty days. The cache key is for
    // OpenAI only: other servers of its protocol may refuse a field that they do not know.
    providerOptions: {
      openai: { store: false, promptCacheKey: request.cacheKey, ...(model.effort && NO_SUMMARY) },
    },
    ...(model.effort && { reasoning: model.effort }),
    // The SDK does not report what the provider had counted of an interrupted answer.
    include: { rawChunks: true },
    // The default handler prints. The error is also a part of the stream.
    onError: () => undefined,
  })
  await readStream(result.stream, content, idleTimeout)
  if (content.end === null) throw new Error('the answer broke off')
  const answer = toAnswer(content, content.end)
  // The SDK has no message for such an answer. It is the last one.
  if (content.ignored !== null) return { ...answer, message: null }
  const messages = await result.responseMessages
  const message = messages.find(({ role }) => role === 'assistant') ?? null
  return { ...answer, message: message && withoutReasoning(message) }
}

/** Reasoning is sent back only if the provider has a field for it. */
function withoutReasoning(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  const content = message.content.map((part) =>
    part.type === 'text' ? { ...part, text: stripReasoning(part.text) } : part,
  )
  return { ...message, content }
}

/** The call that the model was writing when it reached the output limit. */
const nameCut = (call: ToolCall): ToolCall =>
  call.problem === null
    ? call
    : { ...call, problem: 'The call was cut off at your output limit. Do less in one call.' }

function toAnswer(content: StreamContent, stepEnd: StepEnd): Omit<StreamedAnswer, 'message'> {
  const { text, calls, ignored } = content
  const finishReason = ignored?.finishReason ?? stepEnd.finishReason
  const { rawFinishReason } = stepEnd
  const end = classifyFinish({ finishReason, rawFinishReason }, { text, calls: calls.length })
  if (end === 'broken') throw new Error(`the answer ended as "${rawFinishReason ?? finishReason}"`)
  const isCut = end === 'cut' || end === 'overflowed'
  return {
    text: stripReasoning(text),
    calls: isCut ? calls.map(nameCut) : calls,
    end,
    usage: stepEnd.usage,
    length: content.length,
  }
}

import {
  type LanguageModelUsage,
  type ModelMessage,
  NoSuchToolError,
  type SystemModelMessage,
  streamText,
  type ToolSet,
} from 'ai'
import type { Counted } from '../cost/count-cost.ts'
import { toCounted } from '../cost/parse-usage.ts'
import type { ModelHandle } from '../providers/model-handle.ts'
import { repairToolName } from '../tool-calls/repair-tool-name.ts'
import type { ToolRequest } from '../tool-calls/tool-spec.ts'
import { classifyFinish, type Finish } from './classify-finish.ts'
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
  /** An answer began and did not come to its end; `counted`: what the provider had said of it. */
  onBrokenOff(counted: Counted): void
}

export interface StreamedAnswer {
  readonly text: string
  readonly requests: readonly ToolRequest[]
  readonly end: Exclude<Finish, 'broken'>
  readonly usage: LanguageModelUsage
  /** Characters of all that the model wrote. */
  readonly length: number
  /** To go back to the provider with the next question. */
  readonly message: ModelMessage | null
}

// The SDK prints warnings to the console by default, and the log of an action may be public.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** OpenAI gives a summary of what was thought to verified organizations only, and refuses others; nobody reads it. */
const NO_SUMMARY = { reasoningSummary: null }

/** One model call; throws on anything but a whole answer. */
export async function streamAnswer(question: ModelRequest): Promise<StreamedAnswer> {
  const heard = emptyContent()
  try {
    return await hearOut(question, heard)
  } catch (error) {
    if (heard.said !== null) question.onBrokenOff(toCounted(heard.said))
    throw error
  }
}

async function hearOut(question: ModelRequest, heard: StreamContent): Promise<StreamedAnswer> {
  const { model, force, signal } = question
  const watch = startIdleTimeout(signal, model.pace)
  const result = streamText({
    model: model.languageModel,
    instructions: question.system,
    messages: normalizeMessages(question.messages),
    tools: question.tools,
    // What is mended here also goes back to the model mended.
    repairToolCall: async ({ toolCall, tools, error }) => {
      const toolName = NoSuchToolError.isInstance(error)
        ? repairToolName(toolCall.toolName, Object.keys(tools))
        : null
      return toolName === null ? null : { ...toolCall, toolName }
    },
    toolChoice: force === null ? 'auto' : { type: 'tool', toolName: force },
    ...(model.maxOutput !== null && { maxOutputTokens: model.maxOutput }),
    maxRetries: 0,
    abortSignal: watch.signal,
    // Without `store` OpenAI keeps the conversation, source code included, for thirty days. The cache key stays with
    // OpenAI: other servers of its protocol may refuse a field that they do not know.
    providerOptions: {
      openai: { store: false, promptCacheKey: question.cacheKey, ...(model.effort && NO_SUMMARY) },
    },
    ...(model.effort && { reasoning: model.effort }),
    // Of an answer that breaks off, the SDK tells nothing of what the provider had counted.
    include: { rawChunks: true },
    // The default handler prints; the error arrives as a part of the stream, too.
    onError: () => undefined,
  })
  await readStream(result.stream, heard, watch)
  if (heard.end === null) throw new Error('the answer broke off')
  const answer = readAnswer(heard, heard.end)
  // Of such an answer there is no message; it is the last one.
  if (heard.ignored !== null) return { ...answer, message: null }
  const messages = await result.responseMessages
  const message = messages.find(({ role }) => role === 'assistant') ?? null
  return { ...answer, message: message && withoutThoughts(message) }
}

/** What a model thought goes back only where its provider has a field for it. */
function withoutThoughts(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  const content = message.content.map((part) =>
    part.type === 'text' ? { ...part, text: stripReasoning(part.text) } : part,
  )
  return { ...message, content }
}

/** The call that was being written when the output limit was reached. */
const nameCut = (request: ToolRequest): ToolRequest =>
  request.problem === null
    ? request
    : { ...request, problem: 'The call was cut off at your output limit. Do less in one call.' }

function readAnswer(heard: StreamContent, end: StepEnd): Omit<StreamedAnswer, 'message'> {
  const { text, requests, ignored } = heard
  const finishReason = ignored?.finishReason ?? end.finishReason
  const { rawFinishReason } = end
  const ended = classifyFinish({ finishReason, rawFinishReason }, { text, calls: requests.length })
  if (ended === 'broken') throw new Error(`the answer ended as "${rawFinishReason ?? finishReason}"`)
  const isCut = ended === 'cut' || ended === 'overflowed'
  return {
    text: stripReasoning(text),
    requests: isCut ? requests.map(nameCut) : requests,
    end: ended,
    usage: end.usage,
    length: heard.length,
  }
}

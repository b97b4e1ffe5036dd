import {
  type AssistantModelMessage,
  type LanguageModelUsage,
  type ModelMessage,
  NoSuchToolError,
  type SystemModelMessage,
  streamText,
  type ToolSet,
  wrapLanguageModel,
} from 'ai'
import { cutHead } from '../../../contract/text.ts'
import { wellFormed } from '../../text/format.ts'
import type { TokenCounts } from '../cost/count-cost.ts'
import { toTokenCounts } from '../cost/parse-usage.ts'
import type { ModelHandle } from '../providers/open-model.ts'
import { refuseDeepInputs } from '../tool-calls/deep-inputs.ts'
import { repairJson } from '../tool-calls/repair-json.ts'
import { repairToolCall } from '../tool-calls/repair-tool-call.ts'
import type { ToolCall } from '../tool-calls/tool-spec.ts'
import { keepChatReasoning } from './chat-reasoning.ts'
import { isGemini, type MessageRules, normalizeMessages } from './normalize-messages.ts'
import {
  emptyContent,
  isSameCall,
  readStream,
  type StepEnd,
  type StreamContent,
  startIdleTimeout,
} from './read-stream.ts'

export interface ModelRequest {
  readonly model: ModelHandle
  readonly system: SystemModelMessage
  readonly messages: readonly ModelMessage[]
  readonly tools: ToolSet
  readonly cacheKey: string
  readonly endpoint: Endpoint
  /** Name of the one tool that must be called. */
  readonly force: string | null
  readonly signal: AbortSignal
  readonly now: () => number
  /** An answer began and did not end. `counts`: what the provider had reported of it. */
  onBrokenOff(counts: TokenCounts): void
}

/** What a conversation has learnt about what its endpoint accepts. */
export interface Endpoint {
  reasoning: MessageRules['reasoning']
  turns: MessageRules['turns']
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
  const { provider } = model
  const idleTimeout = startIdleTimeout(signal, model.retrySettings)
  const result = streamText({
    model: wrapLanguageModel({ model: await model.languageModel, middleware: refuseDeepInputs }),
    instructions: wellFormed(request.system),
    messages: normalizeMessages(request.messages, {
      ...{ provider, ...request.endpoint },
      isGemini: isGemini(model),
    }),
    tools: request.tools,
    // The model also sees the repaired call.
    repairToolCall: async ({ toolCall, tools, error }) => {
      const { toolCallId, toolName } = toolCall
      const json = isJson(toolCall.input) ? null : repairJson(toolCall.input)
      const input = json ?? toolCall.input
      if (!NoSuchToolError.isInstance(error)) return json === null ? null : { ...toolCall, input }
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
    ...reasoningOf(request),
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
  const message = messages.find((one) => one.role === 'assistant')
  if (message === undefined) return { ...answer, message: null }
  const kept = provider === 'openai-compatible' ? keepChatReasoning(message, content.chatReasoning) : message
  return { ...answer, message: withoutRepeats(withoutTags(withOwnWords(kept, content.calls))) }
}

function reasoningOf({ model: { provider, effort }, endpoint }: ModelRequest) {
  if (endpoint.reasoning === 'off') return provider === 'anthropic' ? { reasoning: 'none' as const } : {}
  return effort === null ? {} : { reasoning: effort }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

const LONGEST_UNREADABLE = 2000

/**
 * A call whose input is no JSON goes back with the model's own words, so that it sees what was wrong.
 * https://docs.claude.com/en/docs/agents-and-tools/tool-use/fine-grained-tool-streaming
 */
function withOwnWords(message: AssistantModelMessage, calls: readonly ToolCall[]): AssistantModelMessage {
  if (typeof message.content === 'string') return message
  const content = message.content.map((part) => {
    const call = part.type === 'tool-call' ? calls.find(({ id }) => id === part.toolCallId) : undefined
    return part.type === 'tool-call' && typeof call?.input === 'string' && call.problem !== null
      ? { ...part, input: { INVALID_JSON: cutHead(call.input, LONGEST_UNREADABLE) } }
      : part
  })
  return { ...message, content }
}

/** A call that a server sends twice is made once. */
function withoutRepeats(message: AssistantModelMessage): AssistantModelMessage {
  if (typeof message.content === 'string') return message
  const { content } = message
  const isRepeat = (part: (typeof content)[number], index: number) =>
    part.type === 'tool-call' &&
    content
      .slice(0, index)
      .some(
        (earlier) =>
          earlier.type === 'tool-call' &&
          isSameCall(
            { id: earlier.toolCallId, name: earlier.toolName, input: earlier.input },
            { id: part.toolCallId, name: part.toolName, input: part.input },
          ),
      )
  return { ...message, content: content.filter((part, index) => !isRepeat(part, index)) }
}

/** Reasoning is sent back only if the provider has a field for it. */
function withoutTags(message: AssistantModelMessage): AssistantModelMessage {
  if (typeof message.content === 'string') return message
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
  if (calls.length === 0 && OVERLOADED.test(text)) throw new Error(text.trim())
  if (end === 'broken') throw new Error(`the answer ended as "${rawFinishReason ?? finishReason}"`)
  const isCut = end === 'cut' || end === 'overflowed'
  return {
    text: stripReasoning(text.toWellFormed()),
    calls: isCut ? calls.map(nameCut) : calls,
    end,
    usage: stepEnd.usage,
    length: content.length,
  }
}

/** A gateway may send as an answer what its provider has refused with. */
const OVERLOADED = /^\s*our servers are currently overloaded\. please try again later\.?\s*$/i

/**
 * How an answer ended. `cut`: at the model's output limit. `overflowed`: request and answer together filled its window.
 * `filtered`: the provider withheld it because of what it says. `malformed`: the provider could not read the call that
 * the model wrote. `broken`: it is incomplete.
 */
type AnswerEnd = 'whole' | 'cut' | 'overflowed' | 'filtered' | 'malformed' | 'broken'

/** `finishReason` is the SDK's translation of the provider's own. Pure. */
export function classifyFinish(
  { finishReason, rawFinishReason = '' }: { finishReason: string; rawFinishReason?: string | undefined },
  { text, calls }: { readonly text: string; readonly calls: number },
): AnswerEnd {
  if (rawFinishReason === OVERFLOWED) return 'overflowed'
  if (calls === 0 && MALFORMED.test(rawFinishReason)) return 'malformed'
  switch (finishReason) {
    case 'length':
      return 'cut'
    case 'content-filter':
      return calls === 0 ? 'filtered' : 'whole'
    case 'error':
    case 'interrupted':
      return 'broken'
    case 'other':
      // The SDK's translation of an unknown reason. If there is content, it is an answer.
      return calls === 0 && text.trim() === '' ? 'broken' : 'whole'
    default:
      return 'whole'
  }
}

// Anthropic, if the output limit exceeds what is left of the window:
// https://docs.claude.com/en/api/handling-stop-reasons
const OVERFLOWED = 'model_context_window_exceeded'

// Gemini parses the calls from the text of the model: https://ai.google.dev/api/generate-content#FinishReason
const MALFORMED = /^(MALFORMED_\w+|UNEXPECTED_TOOL_CALL)$/

/**
 * Removes reasoning from a text. Servers of open models that have no field for it leave it in the text, between tags:
 * https://docs.vllm.ai/en/latest/features/reasoning_outputs. Pure.
 */
export function stripReasoning(text: string): string {
  if (!/<\/?think|<\/?thought|\[\/?THINK\]/.test(text)) return text
  return text.replaceAll(REASONING, '').replaceAll(MISTRAL_REASONING, '').replace(REASONING_END, '').trim()
}

const NAMES = 'think|thinking|thought'

/** From an opening tag at the beginning of a line to its closing tag, or to the end if the answer was cut. */
const REASONING = new RegExp(String.raw`^[ \t]*<(${NAMES})>[\s\S]*?(?:</\1>|(?![\s\S]))`, 'gm')

const MISTRAL_REASONING = /^[ \t]*\[THINK\][\s\S]*?(?:\[\/THINK\]|(?![\s\S]))/gm

/** Some templates add the opening tag themselves, so the answer has only the closing one. A quoted tag is prose. */
const REASONING_END = new RegExp(String.raw`^[\s\S]*?(?<![\x60'"])(?:</(?:${NAMES})>|\[/THINK\])(?![\x60'"])`)

import {
  type LanguageModelUsage,
  type ModelMessage,
  NoSuchToolError,
  type SystemModelMessage,
  streamText,
  type TextStreamPart,
  ToolChoiceViolationError,
  type ToolSet,
} from 'ai'
import { makeAcceptable } from './make-acceptable.ts'
import type { ModelHandle } from './model-handle.ts'
import { nameMeant } from './name-meant.ts'
import type { ToolRequest } from './tool-spec.ts'
import { type SilenceWatch, watchSilence } from './watch-silence.ts'

export interface Question {
  readonly model: ModelHandle
  readonly system: SystemModelMessage
  readonly messages: readonly ModelMessage[]
  readonly tools: ToolSet
  readonly cacheKey: string
  /** Name of the one tool that must be called. */
  readonly force: string | null
  readonly signal: AbortSignal
  readonly now: () => number
}

export interface RawAnswer {
  readonly text: string
  readonly requests: readonly ToolRequest[]
  /** True: the answer ended at the model's output limit. */
  readonly cut: boolean
  /** True: the provider's content filter ended it. */
  readonly filtered: boolean
  readonly usage: LanguageModelUsage
  /** To go back to the provider with the next question. */
  readonly message: ModelMessage | null
}

// The SDK prints warnings to the console by default, and the log of an action may be public.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

/** One model call; throws on anything but a whole answer. */
export async function askOnce(question: Question): Promise<RawAnswer> {
  const { model, force, signal } = question
  const watch = watchSilence(signal, model.pace)
  const result = streamText({
    model: model.languageModel,
    instructions: question.system,
    messages: makeAcceptable(question.messages),
    tools: question.tools,
    // What is mended here also goes back to the model mended.
    repairToolCall: async ({ toolCall, tools, error }) => {
      const toolName = NoSuchToolError.isInstance(error)
        ? nameMeant(toolCall.toolName, Object.keys(tools))
        : null
      return toolName === null ? null : { ...toolCall, toolName }
    },
    toolChoice: force === null ? 'auto' : { type: 'tool', toolName: force },
    maxRetries: 0,
    abortSignal: watch.signal,
    // Without `store` OpenAI keeps the conversation, source code included, for thirty days. The cache key stays with
    // OpenAI: other servers of its protocol may refuse a field that they do not know.
    providerOptions: { openai: { store: false, promptCacheKey: question.cacheKey } },
    // The default handler prints; the error arrives as a part of the stream, too.
    onError: () => undefined,
  })
  const heard = await listen(result.stream, watch)
  if (heard.end === null) throw new Error('the answer broke off')
  const answer = readAnswer(heard, heard.end)
  // Of such an answer there is no message; it is the last one.
  if (heard.ignored !== null) return { ...answer, message: null }
  const messages = await result.responseMessages
  return { ...answer, message: messages.find((message) => message.role === 'assistant') ?? null }
}

type Part = TextStreamPart<ToolSet>
type End = Extract<Part, { type: 'finish-step' }>
interface Heard {
  text: string
  requests: ToolRequest[]
  /** It was made to call a tool and did not: many models cannot be made to. What it said instead is an answer. */
  ignored: ToolChoiceViolationError | null
  end: End | null
}

/** Other parts come before the call is made, or say no more than that it arrived. */
const WORDS = new Set<Part['type']>(['text-delta', 'reasoning-delta', 'tool-input-delta', 'tool-call'])

async function listen(stream: AsyncIterable<Part>, watch: SilenceWatch): Promise<Heard> {
  const heard: Heard = { text: '', requests: [], ignored: null, end: null }
  try {
    for await (const part of stream) {
      if (WORDS.has(part.type)) watch.heard()
      take(part, heard)
    }
  } finally {
    watch.end()
  }
  return heard
}

function take(part: Part, heard: Heard): void {
  switch (part.type) {
    case 'text-delta':
      heard.text += part.text
      break
    case 'tool-call':
      heard.requests.push(toRequest(part))
      break
    case 'finish-step':
      heard.end = part
      break
    case 'error':
      if (!ToolChoiceViolationError.isInstance(part.error)) throw part.error
      heard.ignored = part.error
      break
    case 'abort':
      throw new Error(part.reason === undefined ? 'the call was aborted' : String(part.reason))
    default:
  }
}

function toRequest(part: Extract<Part, { type: 'tool-call' }>): ToolRequest {
  const { toolCallId: id, toolName: name, input } = part
  const invalid = part.dynamic === true && part.invalid === true
  if (!invalid) return { id, name, input, problem: null }
  const problem = NoSuchToolError.isInstance(part.error)
    ? `There is no tool "${name}".`
    : 'The input is not valid JSON. Call the tool again with a JSON object.'
  return { id, name, input, problem }
}

/** The call that was being written when the output limit was reached. */
const nameCut = (request: ToolRequest): ToolRequest =>
  request.problem === null
    ? request
    : { ...request, problem: 'The call was cut off at your output limit. Do less in one call.' }

function readAnswer(heard: Heard, end: End): Omit<RawAnswer, 'message'> {
  const empty = heard.text.trim() === '' && heard.requests.length === 0
  const finishReason = heard.ignored?.finishReason ?? end.finishReason
  // `other` is what unknown words of compatible servers become; it is good enough where there is an answer.
  if (finishReason === 'error' || finishReason === 'interrupted' || (finishReason === 'other' && empty)) {
    throw new Error(`the answer ended as "${end.rawFinishReason ?? finishReason}"`)
  }
  const cut = finishReason === 'length'
  return {
    text: heard.text,
    requests: cut ? heard.requests.map(nameCut) : heard.requests,
    cut,
    filtered: finishReason === 'content-filter' && heard.requests.length === 0,
    usage: end.usage,
  }
}

import type { AssistantModelMessage, ModelMessage, ToolContent, UserModelMessage } from 'ai'
import type { Provider } from '../../../contract/model.ts'
import { wellFormed } from '../../text/format.ts'

type Part = Exclude<AssistantModelMessage['content'], string>[number]
type Call = Extract<Part, { type: 'tool-call' }>
type Result = Extract<ToolContent[number], { type: 'tool-result' }>

export interface MessageRules {
  readonly provider: Provider
  /** Gemini refuses a call without the signature of its reasoning, also behind a gateway. */
  readonly isGemini: boolean
  /** `left out`: the endpoint has refused a request that had reasoning in it. `off`: and the model is to have none. */
  readonly reasoning: 'kept' | 'left out' | 'off'
  /** `strict`: the endpoint has refused a message of the user after results, without an answer between them. */
  readonly turns: 'free' | 'strict'
}

export const isGemini = ({
  provider,
  name,
}: {
  readonly provider: Provider
  readonly name: string
}): boolean => provider === 'google' || /gemini/i.test(name)

/**
 * The conversation without what some server would refuse at every try. What the model writes, and what a gateway makes of
 * it, goes back with each later request:
 *
 * - an answer of only white space or only reasoning, white space beside a call, and reasoning that nothing follows;
 * - two messages of one side in a row, which remain when such an answer is removed;
 * - calls with one id, with an id or a name that the provider does not accept, without a result, and results without a
 *   call;
 * - a call whose input is a list, a text or null instead of an object (the templates of many open models);
 * - half of a surrogate pair, in any text;
 * - with strict turns, a message of the user right after results (Mistral, and the templates of its open models).
 *
 * Pure.
 */
export function normalizeMessages(messages: readonly ModelMessage[], rules: MessageRules): ModelMessage[] {
  const cleaned = messages.flatMap((message): ModelMessage[] =>
    message.role === 'assistant' ? cleanAnswer(wellFormed(message), rules) : [wellFormed(message)],
  )
  const normalized: ModelMessage[] = []
  for (const message of addEmptyReasoning(pairCalls(cleaned, rules))) {
    const last = normalized.at(-1)
    if (rules.turns === 'strict' && last?.role === 'tool' && message.role === 'user') {
      normalized.push({ role: 'assistant', content: 'Understood.' }, message)
    } else if (last?.role === 'user' && message.role === 'user') normalized.splice(-1, 1, join(last, message))
    else if (last?.role === 'assistant' && message.role === 'assistant') {
      normalized.splice(-1, 1, { ...last, ...message, content: [...saidIn(last), ...saidIn(message)] })
    } else normalized.push(message)
  }
  return normalized
}

const join = (first: UserModelMessage, second: UserModelMessage): UserModelMessage => ({
  ...first,
  ...second,
  content:
    typeof first.content === 'string' && typeof second.content === 'string'
      ? `${first.content}\n\n${second.content}`
      : [...partsOf(first), ...partsOf(second)],
})

const partsOf = ({ content }: UserModelMessage) =>
  typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content

const saidIn = ({ content }: AssistantModelMessage) =>
  typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content

/** Empty if the answer says nothing. */
function cleanAnswer(message: AssistantModelMessage, rules: MessageRules): AssistantModelMessage[] {
  if (typeof message.content === 'string') return message.content.trim() === '' ? [] : [message]
  const { content, ...rest } =
    rules.reasoning === 'kept' ? message : withoutReasoning(message, message.content, rules)
  const parts = (typeof content === 'string' ? [] : content)
    .filter((part) => !isBlank(part))
    .map((part) => withSignature(withObject(part), rules))
  // Reasoning belongs to what follows it. Anthropic refuses it as the last block, OpenAI without its next item.
  const end = parts.findLastIndex((part) => !isReasoning(part) && part.type !== 'custom')
  const kept = parts.filter((part, index) => index <= end || !isReasoning(part))
  return kept.some(isSaid) ? [{ ...rest, content: kept }] : []
}

const isReasoning = ({ type }: Part): boolean => type === 'reasoning' || type === 'reasoning-file'

/** A custom part is the provider's own data, such as the id of its answer. */
const isSaid = (part: Part): boolean =>
  part.type === 'text' ? part.text.trim() !== '' : !isReasoning(part) && part.type !== 'custom'

/** Gemini attaches the signature of its reasoning to an empty text. */
const isBlank = (part: Part): boolean =>
  part.type === 'text' && part.text.trim() === '' && part.providerOptions?.google === undefined

const withObject = (part: Part): Part =>
  part.type !== 'tool-call' || isObject(part.input) ? part : { ...part, input: {} }

/** Other servers of Anthropic's protocol do not sign thoughts, but want them back, and the package drops unsigned ones. */
const withSignature = (part: Part, { provider }: MessageRules): Part =>
  provider === 'anthropic' && part.type === 'reasoning' && part.providerOptions?.anthropic === undefined
    ? { ...part, providerOptions: { ...part.providerOptions, anthropic: { signature: '' } } }
    : part

const isObject = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

/** True: a retry without reasoning would be another request. Pure. */
export const hasReasoning = (messages: readonly ModelMessage[]): boolean =>
  messages.some(
    (message) =>
      message.role === 'assistant' &&
      typeof message.content !== 'string' &&
      (message.providerOptions?.[CHAT] !== undefined ||
        message.content.some((part) => isReasoning(part) || isSigned(part))),
  )

const optionsOf = (part: Part) => ('providerOptions' in part && part.providerOptions) || {}

const isSigned = (part: Part): boolean =>
  Object.values(optionsOf(part)).some((options) => options.thoughtSignature !== undefined)

/** The name under which the package for the chat protocol finds fields of a message. */
export const CHAT = 'openaiCompatible'

/** The value with which Gemini accepts a call without the signature of its reasoning. */
const UNSIGNED = 'skip_thought_signature_validator'

/**
 * The answer without reasoning, without the signatures of it, and without the ids that would refer to it.
 * https://ai.google.dev/gemini-api/docs/thought-signatures
 */
export function withoutReasoning(
  { providerOptions: { [CHAT]: _, ...rest } = {}, ...message }: AssistantModelMessage,
  parts: readonly Part[],
  { provider, isGemini }: Pick<MessageRules, 'provider' | 'isGemini'>,
): AssistantModelMessage {
  const firstCall = parts.find(({ type }) => type === 'tool-call')
  const content = parts
    .filter((part) => !isReasoning(part))
    .map((part) => {
      const phase = optionsOf(part).openai?.phase
      const isUnsigned = isGemini && part === firstCall
      const key = provider === 'google' ? 'google' : 'openai-compatible'
      const options = {
        ...(phase !== undefined && { openai: { phase } }),
        ...(isUnsigned && { [key]: { thoughtSignature: UNSIGNED } }),
      }
      return { ...part, providerOptions: options }
    })
  return { ...message, ...(Object.keys(rest).length > 0 && { providerOptions: rest }), content }
}

/**
 * Gives each call an id of its own and exactly one result right after its answer. Some gateways give parallel calls, or
 * the calls of each answer, the same ids.
 */
function pairCalls(messages: readonly ModelMessage[], { provider }: MessageRules): ModelMessage[] {
  const used = new Set<string>()
  return messages.flatMap((message, index): ModelMessage[] => {
    // Taken with the calls before it.
    if (message.role === 'tool') return []
    if (message.role !== 'assistant' || typeof message.content === 'string') return [message]
    const after = messages[index + 1]
    const results = after?.role === 'tool' ? after.content.filter((part) => part.type === 'tool-result') : []
    const paired: Result[] = []
    const content = message.content.map((part) => {
      if (part.type !== 'tool-call') return part
      const at = results.findIndex(({ toolCallId }) => toolCallId === part.toolCallId)
      const result = at === -1 ? undefined : results.splice(at, 1)[0]
      const call = withOwnId({ ...part, toolName: acceptableName(part.toolName) }, used, provider)
      const { toolCallId, toolName } = call
      paired.push({ ...(result ?? NO_RESULT), toolCallId, toolName })
      return call
    })
    if (paired.length === 0) return [{ ...message, content }]
    const answered = { ...(after?.role === 'tool' ? after : { role: 'tool' as const }), content: paired }
    return [{ ...message, content }, answered]
  })
}

const NO_RESULT = {
  type: 'tool-result',
  output: { type: 'error-text', value: 'Not done.' },
} as const

function withOwnId(call: Call, used: Set<string>, provider: Provider): Call {
  const given = provider === 'anthropic' ? call.toolCallId.replaceAll(/[^\w-]/g, '_') : call.toolCallId
  const base = given === '' ? 'call' : given
  let id = base
  // Of the same length and the same characters: Mistral accepts nine letters and digits only.
  for (let count = 1; used.has(id); count += 1) {
    const suffix = count.toString(36)
    id = base.slice(0, Math.max(0, base.length - suffix.length)) + suffix
  }
  used.add(id)
  if (id === given) return { ...call, toolCallId: id }
  // OpenAI also refuses two items with one id of their own.
  const { openai: _, ...rest } = call.providerOptions ?? {}
  return { ...call, toolCallId: id, providerOptions: rest }
}

/** A call and its result get the same name. Gemini accepts no digit or hyphen as the first character. */
const acceptableName = (name: string): string =>
  name
    .replaceAll(/[^a-zA-Z0-9_-]/g, '_')
    .replace(/^(?![a-zA-Z_])/, '_')
    .slice(0, 64)

/** DeepSeek, once it has sent the field with one answer, wants it with each: empty for one without reasoning. */
function addEmptyReasoning(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const has = ({ providerOptions }: ModelMessage) => providerOptions?.[CHAT]?.reasoning_content !== undefined
  if (!messages.some(has)) return messages
  return messages.map((message) =>
    message.role !== 'assistant' || has(message)
      ? message
      : {
          ...message,
          providerOptions: {
            ...message.providerOptions,
            [CHAT]: { ...message.providerOptions?.[CHAT], reasoning_content: '' },
          },
        },
  )
}

import type { AssistantModelMessage, ModelMessage, ToolContent, UserModelMessage } from 'ai'

type Part = Exclude<AssistantModelMessage['content'], string>[number]

/**
 * The conversation without what some server would refuse at every try: an answer of only white space (Anthropic), two
 * user messages in a row, which remain when an empty answer is removed, a call whose input is a list, a text or null
 * instead of an object (the templates of many open models), and a call of an unknown tool whose name has characters that
 * no name may have (Anthropic, OpenAI). Pure.
 */
export function normalizeMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const normalized: ModelMessage[] = []
  for (const message of messages) {
    const last = normalized.at(-1)
    if (message.role === 'assistant') normalized.push(...cleanAnswer(message))
    else if (message.role === 'tool') normalized.push({ ...message, content: message.content.map(withName) })
    else if (last?.role === 'user' && message.role === 'user') normalized.splice(-1, 1, join(last, message))
    else normalized.push(message)
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

/** Empty if the answer has no content. */
function cleanAnswer(message: AssistantModelMessage): AssistantModelMessage[] {
  if (typeof message.content === 'string') return [message]
  const content = message.content.filter((part) => !isBlank(part)).map((part) => withName(withObject(part)))
  // A custom part is the provider's own data, such as the id of its answer.
  return content.every(({ type }) => type === 'custom') ? [] : [{ ...message, content }]
}

/** Gemini attaches the signature of its reasoning to an empty text. */
const isBlank = (part: Part): boolean =>
  part.type === 'text' && part.text.trim() === '' && part.providerOptions === undefined

const withObject = (part: Part): Part =>
  part.type !== 'tool-call' || isObject(part.input) ? part : { ...part, input: {} }

/** A call and its result get the same name. */
const withName = <P extends Part | ToolContent[number]>(part: P): P =>
  'toolName' in part ? { ...part, toolName: acceptableName(part.toolName) } : part

/** Gemini accepts no digit or hyphen as the first character. */
const acceptableName = (name: string): string =>
  name
    .replaceAll(/[^a-zA-Z0-9_-]/g, '_')
    .replace(/^(?![a-zA-Z_])/, '_')
    .slice(0, 64)

const isObject = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

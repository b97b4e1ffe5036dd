import type { AssistantModelMessage, ModelMessage, ToolContent, UserModelMessage } from 'ai'

type Words = UserModelMessage & { readonly content: string }
type Part = Exclude<AssistantModelMessage['content'], string>[number]

/**
 * The conversation without what some server would refuse for good, with every try: an answer of nothing but white space
 * (Anthropic), two messages of the user in a row, which an empty answer leaves behind, a call whose input is no object
 * but a list, a text or null, as the model wrote it (the templates of many open models), and a call of a tool that there
 * is not by a name that none could have (Anthropic, OpenAI). Pure.
 */
export function normalizeMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const made: ModelMessage[] = []
  for (const message of messages) {
    const last = made.at(-1)
    if (message.role === 'assistant') made.push(...cleanAnswer(message))
    else if (message.role === 'tool') made.push({ ...message, content: message.content.map(withName) })
    else if (last !== undefined && isWords(last) && isWords(message)) made.splice(-1, 1, join(last, message))
    else made.push(message)
  }
  return made
}

const isWords = (message: ModelMessage): message is Words =>
  message.role === 'user' && typeof message.content === 'string'

const join = (first: Words, second: Words): Words => ({
  ...first,
  ...second,
  content: `${first.content}\n\n${second.content}`,
})

/** Nothing where the answer says nothing. */
function cleanAnswer(message: AssistantModelMessage): AssistantModelMessage[] {
  if (typeof message.content === 'string') return [message]
  const content = message.content.filter((part) => !isBlank(part)).map((part) => withName(withObject(part)))
  // A custom part is the provider's own note, such as the id of its answer.
  return content.every(({ type }) => type === 'custom') ? [] : [{ ...message, content }]
}

/** Gemini hangs the seal of a thought on an empty text. */
const isBlank = (part: Part): boolean =>
  part.type === 'text' && part.text.trim() === '' && part.providerOptions === undefined

const withObject = (part: Part): Part =>
  part.type !== 'tool-call' || isObject(part.input) ? part : { ...part, input: {} }

/** A call and its result are renamed alike. */
const withName = <P extends Part | ToolContent[number]>(part: P): P =>
  'toolName' in part ? { ...part, toolName: acceptableName(part.toolName) } : part

/** Gemini wants no digit or hyphen at the head of it. */
const acceptableName = (name: string): string =>
  name
    .replaceAll(/[^a-zA-Z0-9_-]/g, '_')
    .replace(/^(?![a-zA-Z_])/, '_')
    .slice(0, 64)

const isObject = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && !Array.isArray(input)

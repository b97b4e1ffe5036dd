import type { FilePart, ModelMessage, TextPart, UserModelMessage } from 'ai'

/** No file contains this sentence: if an edit contains it, the model has copied it. */
export const REMOVED = '[removed from this conversation to save room]'

/** Removing a shorter text saves too little. */
const MIN_LENGTH = 400

export interface Pruning {
  readonly kept: number
  readonly slack: number
  readonly newest: 'stays' | 'goes if it is too long'
}

/**
 * Removes old tool outputs, and long inputs of calls, once there are more than `kept` plus `slack` characters of them.
 * Long inputs are mostly files that were written and can be read again. The newest `kept` characters stay, and every
 * call keeps its result. With `newest: 'stays'` the last step stays, however long: the model has not read its outputs
 * yet. Pruning invalidates the provider's cache, so it waits until it is worth that. Pure.
 */
export function pruneMessages(
  messages: readonly ModelMessage[],
  { kept, slack, newest }: Pruning,
): ModelMessage[] {
  const sizes = messages.map(sizeOf)
  if (sizes.reduce((sum, size) => sum + size, 0) <= kept + slack) return [...messages]
  const lastStep =
    newest === 'stays' ? messages.findLastIndex(({ role }) => role === 'assistant') : messages.length
  const protectedCount = lastStep === -1 ? 0 : messages.length - lastStep
  let newer = 0
  return messages
    .toReversed()
    .map((message, index) => {
      const room = kept - newer
      newer += sizes.at(-1 - index) ?? 0
      return newer <= kept || index < protectedCount ? message : prune(message, Math.max(0, room))
    })
    .toReversed()
}

const sizeOf = (message: ModelMessage): number =>
  textsOf(message).reduce((sum, text) => sum + text.length, countImages(message) * IMAGE_SIZE)

function textsOf(message: ModelMessage): string[] {
  const texts: string[] = []
  mapTexts(message, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

/** A message at the border keeps its last texts. */
function prune(message: ModelMessage, room: number): ModelMessage {
  if (countImages(message) > 0)
    return withoutImages(message, () => ({
      type: 'text',
      text: `${REMOVED} Read the image again if you need it.`,
    }))
  let left = room
  const stays = textsOf(message)
    .toReversed()
    .map(({ length }) => {
      left -= length
      return left >= 0 || length < MIN_LENGTH
    })
    .toReversed()
  const stub = message.role === 'tool' ? `${REMOVED} Call the tool again if you need it.` : REMOVED
  let at = 0
  return mapTexts(message, (text) => (stays[at++] ? text : stub))
}

type Edit = (text: string) => string

/** Every output of a tool, and every text in the input of a call. */
function mapTexts(message: ModelMessage, edit: Edit): ModelMessage {
  if (message.role === 'tool') {
    return {
      ...message,
      content: message.content.map((part) =>
        part.type === 'tool-result' && (part.output.type === 'text' || part.output.type === 'error-text')
          ? { ...part, output: { ...part.output, value: edit(part.output.value) } }
          : part,
      ),
    }
  }
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  return {
    ...message,
    content: message.content.map((part) =>
      part.type === 'tool-call' ? { ...part, input: mapInput(part.input, edit) } : part,
    ),
  }
}

function mapInput(input: unknown, edit: Edit): unknown {
  if (typeof input === 'string') return edit(input)
  if (Array.isArray(input)) return input.map((item) => mapInput(item, edit))
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, mapInput(value, edit)]))
}

/**
 * What an image counts as, in characters of text. The newest models of Anthropic use up to 4,784 tokens for one:
 * https://docs.claude.com/en/docs/build-with-claude/vision. No more than twenty images then fit into a conversation, for
 * which the same page allows 8,000 pixels on each side.
 */
export const IMAGE_SIZE = 15_000

const isImage = (part: Exclude<UserModelMessage['content'], string>[number]): part is FilePart =>
  part.type === 'file'

/** How many images the message shows. Pure. */
export const countImages = (message: ModelMessage): number =>
  message.role === 'user' && typeof message.content !== 'string' ? message.content.filter(isImage).length : 0

/** The message with an empty text in the place of each image, or with what `replace` returns. Pure. */
export function withoutImages(
  message: ModelMessage,
  replace: (part: FilePart) => FilePart | TextPart = () => ({ type: 'text', text: '' }),
): ModelMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return message
  return { ...message, content: message.content.map((part) => (isImage(part) ? replace(part) : part)) }
}

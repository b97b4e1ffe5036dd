import type { ModelMessage } from 'ai'

/** Says so in a way that no file does: where it turns up in an edit, the model has copied it. */
export const REMOVED = '[removed from this conversation to save room]'

/** Shorter texts are not worth the loss. */
const LEAST = 400

export interface Pruning {
  readonly kept: number
  readonly slack: number
  readonly newest: 'stays' | 'goes if it is too long'
}

/**
 * Cuts what old tool calls brought and took once there are more than `kept` and `slack` characters of it: of outputs,
 * and of long inputs, which are mostly files that were written and can be read again. The newest `kept` characters
 * stay, and so does every call with its result; with `newest: 'stays'` the last step does, however long: the model has
 * not read yet what that brought. It changes what the provider has cached, so it waits until it is worth it. Pure.
 */
export function pruneMessages(
  messages: readonly ModelMessage[],
  { kept, slack, newest }: Pruning,
): ModelMessage[] {
  const sizes = messages.map(sizeOf)
  if (sizes.reduce((sum, size) => sum + size, 0) <= kept + slack) return [...messages]
  const lastStep =
    newest === 'stays' ? messages.findLastIndex(({ role }) => role === 'assistant') : messages.length
  const spared = lastStep === -1 ? 0 : messages.length - lastStep
  let newer = 0
  return messages
    .toReversed()
    .map((message, index) => {
      const room = kept - newer
      newer += sizes.at(-1 - index) ?? 0
      return newer <= kept || index < spared ? message : cut(message, Math.max(0, room))
    })
    .toReversed()
}

function sizeOf(message: ModelMessage): number {
  let size = 0
  mapTexts(message, (text) => {
    size += text.length
    return text
  })
  return size
}

/** The message that lies across the border keeps its last texts. */
function cut(message: ModelMessage, room: number): ModelMessage {
  let left = room
  const sizes: number[] = []
  mapTexts(message, (text) => {
    sizes.push(text.length)
    return text
  })
  const stays = sizes
    .toReversed()
    .map((size) => {
      left -= size
      return left >= 0 || size < LEAST
    })
    .toReversed()
  const stub = message.role === 'tool' ? `${REMOVED} Call the tool again if you need it.` : REMOVED
  let at = 0
  return mapTexts(message, (text) => (stays[at++] ? text : stub))
}

type Edit = (text: string) => string

/** Every text that a tool put out, and every text in the input of a call. */
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

import type { ModelMessage, ToolModelMessage } from 'ai'

/** Characters of tool output that stay, newest first. */
export const KEPT_OUTPUT = 200_000
/** Pruning changes what the provider has cached, so it waits until it is worth it. */
const SLACK = 50_000

const STUB = '[This output was removed to save room. Call the tool again if you need it.]'

/** Replaces the oldest tool outputs by one line each once there is more than `kept` and the slack. */
export function pruneOutputs(
  messages: readonly ModelMessage[],
  kept = KEPT_OUTPUT,
  slack = SLACK,
): ModelMessage[] {
  if (sizeOfOutputs(messages) <= kept + slack) return [...messages]
  let room = kept
  return messages
    .toReversed()
    .map((message) => {
      if (message.role !== 'tool') return message
      const content = message.content.toReversed().map((part) => {
        const size = outputSize(part)
        room -= size
        return room >= 0 || size <= STUB.length ? part : stub(part)
      })
      return { ...message, content: content.toReversed() }
    })
    .toReversed()
}

type Content = ToolModelMessage['content'][number]

const outputSize = (part: Content): number =>
  part.type === 'tool-result' && (part.output.type === 'text' || part.output.type === 'error-text')
    ? part.output.value.length
    : 0

const stub = (part: Content): Content =>
  part.type === 'tool-result' ? { ...part, output: { type: 'text', value: STUB } } : part

const sizeOfOutputs = (messages: readonly ModelMessage[]): number =>
  messages
    .flatMap((message) => (message.role === 'tool' ? message.content : []))
    .reduce((sum, part) => sum + outputSize(part), 0)

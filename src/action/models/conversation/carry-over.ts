import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from 'ai'
import type { ModelHandle } from '../providers/open-model.ts'
import { isGemini, withoutReasoning } from '../request/normalize-messages.ts'
import { withoutImages } from './prune-messages.ts'

/** What a conversation has to fit. */
export type NextModel = Pick<ModelHandle, 'name' | 'provider' | 'window' | 'imageTypes'>

/**
 * A conversation for another model: without the reasoning of the one before, its signatures, and data for its provider, all
 * of which others refuse; without images of a type that the other does not accept; and with ids of calls that every
 * protocol accepts. One message for each. Pure.
 */
export function carryOver(messages: readonly ModelMessage[], next: NextModel): ModelMessage[] {
  let calls = 0
  let ids: readonly IdChange[] = []
  return messages.map((message) => {
    if (message.role === 'user') return withAcceptedImages(message, next)
    if (message.role === 'tool') return renameResults(message, ids)
    if (message.role === 'system') return message
    const answer = withoutOwnData(message, next)
    ids = idsIn(answer).map((from) => ({ from, to: acceptableId(calls++) }))
    return renameCalls(answer, ids)
  })
}

/** Mistral accepts nine letters and digits only, and the others accept them too. */
const acceptableId = (number: number): string => `c${number.toString(36).padStart(8, '0')}`

interface IdChange {
  readonly from: string
  readonly to: string
}

function withoutOwnData(message: AssistantModelMessage, next: NextModel): AssistantModelMessage {
  if (typeof message.content === 'string') return { role: 'assistant', content: message.content }
  const parts = message.content.filter(({ type }) => type === 'text' || type === 'tool-call')
  const rules = { provider: next.provider, isGemini: isGemini(next) }
  return withoutReasoning({ role: 'assistant', content: parts }, parts, rules)
}

const idsIn = ({ content }: AssistantModelMessage): string[] =>
  typeof content === 'string'
    ? []
    : content.flatMap((part) => (part.type === 'tool-call' ? part.toolCallId : []))

function renameCalls(message: AssistantModelMessage, ids: readonly IdChange[]): AssistantModelMessage {
  if (typeof message.content === 'string') return message
  let at = 0
  const content = message.content.map((part) =>
    part.type === 'tool-call' ? { ...part, toolCallId: ids[at++]?.to ?? part.toolCallId } : part,
  )
  return { ...message, content }
}

/** Of several calls with one id, the first has the first result. */
function renameResults(message: ToolModelMessage, ids: readonly IdChange[]): ToolModelMessage {
  const left = [...ids]
  const content = message.content.map((part) => {
    if (part.type !== 'tool-result') return part
    const at = left.findIndex(({ from }) => from === part.toolCallId)
    const [change] = at === -1 ? [] : left.splice(at, 1)
    return { ...part, toolCallId: change?.to ?? part.toolCallId }
  })
  return { ...message, content }
}

const NOT_SEEN = '[an image of a type that you cannot see: continue without it]'

/** With a text in the place of each image that the model does not accept. Pure. */
export const withAcceptedImages = (
  message: ModelMessage,
  { imageTypes }: Pick<NextModel, 'imageTypes'>,
): ModelMessage =>
  withoutImages(message, (part) =>
    imageTypes.includes(part.mediaType) ? part : { type: 'text', text: NOT_SEEN },
  )

import { recordsIn, stringIn } from './narrow-json.ts'

/** Finds errors for which the real API returns 400. `null`: none. */
export function findRequestError(body: Readonly<Record<string, unknown>>): string | null {
  if (stringIn(body.model) === '') return 'model: Field required'
  if (typeof body.max_tokens !== 'number') return 'max_tokens: Field required'
  const messages = recordsIn(body.messages)
  if (messages.length === 0) return 'messages: at least one message is required'
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role'
  for (const [index, message] of messages.entries()) {
    const requested = idsIn(message, 'tool_use', 'id')
    const answered = idsIn(messages[index + 1], 'tool_result', 'tool_use_id')
    const open = requested.filter((id) => !answered.includes(id))
    if (open.length > 0) {
      return `messages.${index}: tool_use ids were found without tool_result blocks immediately after: ${open.join(', ')}`
    }
    const stray = answered.filter((id) => !requested.includes(id))
    if (stray.length > 0)
      return `messages.${index + 1}: unexpected tool_use_id in tool_result: ${stray.join(', ')}`
  }
  return null
}

function idsIn(message: Record<string, unknown> | undefined, type: string, key: string): string[] {
  const blocks = recordsIn(message?.content).filter((block) => block.type === type)
  return blocks.map((block) => stringIn(block[key]))
}

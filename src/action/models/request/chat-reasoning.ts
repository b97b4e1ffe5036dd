import type { AssistantModelMessage } from 'ai'
import { z } from 'zod'
import { CHAT } from './normalize-messages.ts'

/** OpenRouter's form of reasoning: https://openrouter.ai/docs/use-cases/reasoning-tokens */
const Detail = z.looseObject({ type: z.string(), index: z.number().nullish() })
type Detail = z.infer<typeof Detail>

const text = z.string().nullish().catch(null)
const Delta = z.object({
  reasoning_content: text,
  reasoning: text,
  reasoning_details: z.array(Detail).nullish().catch(null),
})
const Chunk = z.object({ choices: z.tuple([z.object({ delta: Delta })], z.unknown()) })

/** Under which names a server of the chat protocol has sent the reasoning of an answer. */
export interface ChatReasoning {
  field: 'reasoning_content' | 'reasoning' | null
  details: readonly Detail[]
}

/** Adds what this chunk of an answer has. */
export function collectReasoning(raw: unknown, reasoning: ChatReasoning): void {
  const chunk = Chunk.safeParse(raw)
  if (!chunk.success) return
  const { reasoning_content, reasoning: words, reasoning_details } = chunk.data.choices[0].delta
  if (reasoning_content) reasoning.field = 'reasoning_content'
  else if (words) reasoning.field ??= 'reasoning'
  for (const detail of reasoning_details ?? []) reasoning.details = addDetail(reasoning.details, detail)
}

/** Texts come in pieces; sealed reasoning comes as a whole. */
function addDetail(details: readonly Detail[], next: Detail): readonly Detail[] {
  const last = details.at(-1)
  const continues = last?.type === next.type && last.index === next.index
  if (last === undefined || !continues || next.data !== undefined) return [...details, next]
  const entries = Object.entries(next).filter(([, value]) => value !== null && value !== undefined)
  const joined = entries.map(([name, value]) => {
    const before = last[name]
    const isPiece = (name === 'text' || name === 'summary') && typeof before === 'string'
    return [name, isPiece ? `${before}${value}` : value]
  })
  return [...details.slice(0, -1), { ...last, ...Object.fromEntries(joined) }]
}

/**
 * The message with its reasoning under the name under which it came. The package sends all reasoning as
 * `reasoning_content`, which Groq and Cerebras refuse, and drops `reasoning_details`, which Gemini behind OpenRouter needs.
 */
export function keepChatReasoning(
  message: AssistantModelMessage,
  { field, details }: ChatReasoning,
): AssistantModelMessage {
  if (typeof message.content === 'string') return message
  const words = message.content.flatMap((part) => (part.type === 'reasoning' ? part.text : [])).join('')
  const content = message.content.filter(({ type }) => type !== 'reasoning')
  const fields = {
    ...(details.length > 0 && { reasoning_details: details as never }),
    ...(details.length === 0 && field !== null && { [field]: words }),
  }
  if (Object.keys(fields).length === 0) return { ...message, content }
  return { ...message, content, providerOptions: { ...message.providerOptions, [CHAT]: fields } }
}

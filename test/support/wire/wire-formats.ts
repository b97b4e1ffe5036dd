import { anthropicMessages } from './anthropic-messages.ts'
import { chatCompletions } from './chat-completions.ts'
import { gemini } from './gemini.ts'
import { openaiResponses } from './openai-responses.ts'

/** All that the action can speak. */
export const WIRE_FORMATS = [anthropicMessages, openaiResponses, chatCompletions, gemini] as const

/**
 * Each case starts the bundle. `npm test` puts a case to two of the formats, which two in turns; `npm run test:slow`
 * puts each to all of them.
 */
export const formatsInTurn = (turn: 0 | 1) =>
  process.env.EVERY_WIRE_FORMAT === '1' ? WIRE_FORMATS : WIRE_FORMATS.filter((_, index) => index % 2 === turn)

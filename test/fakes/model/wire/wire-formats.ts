import { anthropicMessages } from './anthropic-messages.ts'
import { chatCompletions } from './chat-completions.ts'
import { gemini } from './gemini.ts'
import { openaiResponses } from './openai-responses.ts'

/** All that the action can speak. */
export const WIRE_FORMATS = [anthropicMessages, openaiResponses, chatCompletions, gemini] as const

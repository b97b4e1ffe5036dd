import { z } from 'zod'
import type { Counted } from './count-cost.ts'

const count = z.int().min(0).optional().catch(undefined)
const details = z.object({ cached_tokens: count, cache_write_tokens: count }).optional().catch(undefined)

/** A provider's own count of an answer, as far as it has come. Each format has its own names, and none says them all. */
const ReportedUsage = z.object({
  // Anthropic's messages, where `input_tokens` is without the cache, and OpenAI's responses, where it is with it.
  input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  input_tokens_details: details,
  output_tokens: count,
  // Chat completions.
  prompt_tokens: count,
  prompt_tokens_details: details,
  completion_tokens: count,
  // Gemini.
  promptTokenCount: count,
  toolUsePromptTokenCount: count,
  cachedContentTokenCount: count,
  candidatesTokenCount: count,
  thoughtsTokenCount: count,
})
export type ReportedUsage = z.infer<typeof ReportedUsage>

export const NO_REPORTED_USAGE: ReportedUsage = {}

/** Where a piece of a stream has it: at its top, in Anthropic's `message_start`, in the events of OpenAI's responses. */
const usage = ReportedUsage.optional().catch(undefined)
const within = z.object({ usage }).optional().catch(undefined)
const Piece = z.object({ usage, message: within, response: within, usageMetadata: usage })

/** What is known after one more piece of the stream, as it came. Every format counts from the start of the answer. */
export function parseUsage(raw: object, before: ReportedUsage): ReportedUsage {
  const piece = Piece.safeParse(raw)
  if (!piece.success) return before
  const { usage, message, response, usageMetadata } = piece.data
  const news = usage ?? message?.usage ?? response?.usage ?? usageMetadata ?? NO_REPORTED_USAGE
  // Later events of Anthropic's leave out what has not changed.
  const said = Object.entries(news).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(said) }
}

/** In the words in which whole answers are counted. What was not said counts as nothing: it is not guessed. */
export function toCounted(said: ReportedUsage): Counted {
  if (said.prompt_tokens !== undefined || said.completion_tokens !== undefined) {
    return counted(said.prompt_tokens, said.prompt_tokens_details?.cached_tokens, 0, said.completion_tokens)
  }
  if (said.promptTokenCount !== undefined || said.candidatesTokenCount !== undefined) {
    return counted(
      sum(said.promptTokenCount, said.toolUsePromptTokenCount),
      said.cachedContentTokenCount,
      0,
      sum(said.candidatesTokenCount, said.thoughtsTokenCount),
    )
  }
  const { input_tokens: input, cache_read_input_tokens: read, cache_creation_input_tokens: written } = said
  return counted(
    sum(input, read, written),
    read ?? said.input_tokens_details?.cached_tokens,
    written ?? said.input_tokens_details?.cache_write_tokens,
    said.output_tokens,
  )
}

const counted = (input = 0, read = 0, written = 0, output = 0): Counted => ({
  inputTokens: input,
  inputTokenDetails: { cacheReadTokens: read, cacheWriteTokens: written },
  outputTokens: output,
})

const sum = (...counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((total, one = 0) => total + one, 0)

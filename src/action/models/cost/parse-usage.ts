import { z } from 'zod'
import type { TokenCounts } from './count-cost.ts'

const count = z.int().min(0).optional().catch(undefined)
const details = z.object({ cached_tokens: count, cache_write_tokens: count }).optional().catch(undefined)

/** A provider's own count of an answer so far. Each format has its own names, and no provider sends all of them. */
const ReportedUsage = z.object({
  // Anthropic's messages, where `input_tokens` excludes the cache, and OpenAI's responses, where it includes it.
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

/** Where a chunk has it: at its top, in Anthropic's `message_start`, in the events of OpenAI's responses. */
const usage = ReportedUsage.optional().catch(undefined)
const nested = z.object({ usage }).optional().catch(undefined)
const StreamChunk = z.object({ usage, message: nested, response: nested, usageMetadata: usage })

/** What is known after one more chunk of the stream. Every format counts from the start of the answer. */
export function parseUsage(raw: object, before: ReportedUsage): ReportedUsage {
  const chunk = StreamChunk.safeParse(raw)
  if (!chunk.success) return before
  const { usage, message, response, usageMetadata } = chunk.data
  const reported = usage ?? message?.usage ?? response?.usage ?? usageMetadata ?? NO_REPORTED_USAGE
  // Anthropic's later events leave out what has not changed.
  const changed = Object.entries(reported).filter(([, value]) => value !== undefined)
  return { ...before, ...Object.fromEntries(changed) }
}

/** In the form in which complete answers are counted. A count that was not reported is zero: it is not estimated. */
export function toTokenCounts(reported: ReportedUsage): TokenCounts {
  if (reported.prompt_tokens !== undefined || reported.completion_tokens !== undefined) {
    const { prompt_tokens, prompt_tokens_details, completion_tokens } = reported
    return countsOf(prompt_tokens, prompt_tokens_details?.cached_tokens, 0, completion_tokens)
  }
  if (reported.promptTokenCount !== undefined || reported.candidatesTokenCount !== undefined) {
    return countsOf(
      sum(reported.promptTokenCount, reported.toolUsePromptTokenCount),
      reported.cachedContentTokenCount,
      0,
      sum(reported.candidatesTokenCount, reported.thoughtsTokenCount),
    )
  }
  const {
    input_tokens: input,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
  } = reported
  return countsOf(
    sum(input, read, written),
    read ?? reported.input_tokens_details?.cached_tokens,
    written ?? reported.input_tokens_details?.cache_write_tokens,
    reported.output_tokens,
  )
}

const countsOf = (input = 0, read = 0, written = 0, output = 0): TokenCounts => ({
  inputTokens: input,
  inputTokenDetails: { cacheReadTokens: read, cacheWriteTokens: written },
  outputTokens: output,
})

const sum = (...counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((total, one = 0) => total + one, 0)

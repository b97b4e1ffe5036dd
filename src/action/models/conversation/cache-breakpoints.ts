import type { ModelMessage } from 'ai'

/**
 * A cache breakpoint: Anthropic caches what stands before it, and accepts four of them. The other providers need none.
 */
export const CACHE_BREAKPOINT = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/**
 * Sets a breakpoint on the first message, on the last message of the previous request, and on the last message; the
 * system prompt has the fourth. The middle one matters after a step with many calls: Anthropic looks for a cached
 * beginning only in the 20 blocks before a breakpoint.
 * https://docs.claude.com/en/docs/build-with-claude/prompt-caching. Pure.
 */
export function addCacheBreakpoints(
  messages: readonly ModelMessage[],
  previousEnd: number | null,
): ModelMessage[] {
  const breakpoints = new Set([0, previousEnd, messages.length - 1])
  return messages.map((message, index) =>
    breakpoints.has(index)
      ? { ...message, providerOptions: { ...message.providerOptions, ...CACHE_BREAKPOINT } }
      : message,
  )
}

import type { ModelMessage } from 'ai'

/** Anthropic caches what stands before a mark, and takes four marks; the other providers cache by themselves. */
export const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const

/**
 * Marks the first message, where the last request ended, and the last message; the system prompt has the fourth mark.
 * The middle one is needed where a step had many calls: Anthropic looks for what it has cached in the 20 blocks before
 * a mark only. https://docs.claude.com/en/docs/build-with-claude/prompt-caching. Pure.
 */
export function addCacheMarkers(messages: readonly ModelMessage[], endedAt: number | null): ModelMessage[] {
  const marked = new Set([0, endedAt, messages.length - 1])
  return messages.map((message, index) =>
    marked.has(index) ? { ...message, providerOptions: { ...message.providerOptions, ...CACHED } } : message,
  )
}

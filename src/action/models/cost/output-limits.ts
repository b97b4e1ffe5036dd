/**
 * Tokens that one answer may have, for models behind Anthropic's protocol that are not Anthropic's: it makes each
 * request name a limit, and the SDK, which knows only Claude, would name 4,096, too few for a file of any length. By the
 * family in the id, as its maker documents it, and not all of what he allows: the window holds the question as well.
 */
const LIMITS: readonly (readonly [family: RegExp, tokens: number])[] = [
  [/deepseek/i, 8_000],
  [/kimi|glm|minimax|qwen/i, 32_000],
]

const DEFAULT_LIMIT = 16_000

/** `name` is `provider/model`; `null`: what the provider or the SDK thinks best. Pure. */
export function findOutputLimit(name: string): number | null {
  if (!name.startsWith('anthropic/') || name.includes('claude')) return null
  return LIMITS.find(([family]) => family.test(name))?.[1] ?? DEFAULT_LIMIT
}

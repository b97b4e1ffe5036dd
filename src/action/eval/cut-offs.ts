import type { Mark, MergedPull } from '../../contract/local-eval.ts'

/**
 * The last month that the training data of a model has, as its maker publishes it. The first pattern that begins the name
 * applies. What is not here is not known, and `--cut-off` says it.
 */
const CUT_OFFS: readonly (readonly [string, string])[] = [
  // https://platform.claude.com/docs/en/about-claude/models/overview
  ['anthropic/claude-fable-5-1', '2026-06'],
  ['anthropic/claude-opus-5-5', '2026-06'],
  ['anthropic/claude-sonnet-5-5', '2026-06'],
  ['anthropic/claude-opus-5', '2026-05'],
  ['anthropic/claude-sonnet-5', '2026-01'],
  ['anthropic/claude-opus-4-5', '2025-08'],
  ['anthropic/claude-sonnet-4-5', '2025-07'],
  ['anthropic/claude-haiku-4-5', '2025-07'],
  ['anthropic/claude-opus-4-1', '2025-03'],
  // https://platform.openai.com/docs/models
  ['openai/gpt-5-mini', '2024-05'],
  ['openai/gpt-5-nano', '2024-05'],
  ['openai/gpt-5', '2024-09'],
  ['openai/gpt-4.1', '2024-06'],
  ['openai/gpt-4o', '2023-10'],
  ['openai/o3', '2024-06'],
  ['openai/o4-mini', '2024-06'],
  // https://ai.google.dev/gemini-api/docs/models
  ['google/gemini-2.5', '2025-01'],
]

/** A date, a channel or nothing follows the name of a model. */
const SAME_MODEL = /^(?:$|-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest|preview.*|flash.*|pro.*)$)/

/** Month; `null`: not known. Pure. */
export function findCutOff(model: string, named: Readonly<Record<string, string>>): string | null {
  if (Object.hasOwn(named, model)) return named[model] ?? null
  const [, month] =
    CUT_OFFS.find(([name]) => model.startsWith(name) && SAME_MODEL.test(model.slice(name.length))) ?? []
  return month ?? null
}

/** Whether the model may have seen the change: months compare as texts. Pure. */
export function markByCutOff(
  { mergedAt }: Pick<MergedPull, 'mergedAt'>,
  cutOff: string | null,
): readonly Mark[] {
  if (cutOff === null) return ['cut-off-unknown']
  return mergedAt.slice(0, 7) <= cutOff ? ['before-cut-off'] : []
}

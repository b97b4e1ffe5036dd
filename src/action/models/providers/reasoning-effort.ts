import type { createAnthropic } from '@ai-sdk/anthropic'
import type { Effort } from '../../../contract/model.ts'

/** Every provider's package returns this type. */
export type OpenableModel = ReturnType<ReturnType<typeof createAnthropic>['languageModel']>

/** Opens the model with another `fetch`. */
export type OpenWith = (fetch: typeof globalThis.fetch) => Promise<OpenableModel>

const FIELDS = /"(reasoning|reasoning_effort|thinking|output_config|thinkingConfig)":/

/**
 * How a model interprets an effort, if not exactly as configured; `null`: exactly. A request is composed but not sent, so
 * that this is known before the first token.
 */
export async function withReasoningEffort(
  open: OpenWith,
  name: string,
  effort: Effort,
): Promise<string | null> {
  let body = ''
  const model = await open(async (_, init) => {
    body = String(init?.body)
    return new Response('', { headers: { 'content-type': 'text/event-stream' } })
  })
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }]
  const { stream } = await model.doStream({ prompt, reasoning: effort })
  const first = await stream.getReader().read()
  if (!FIELDS.test(body)) return `${name} has no effort to set; \`${effort}\` is left out.`
  const warnings = first.value?.type === 'stream-start' ? first.value.warnings : []
  const details = warnings.flatMap((warning) =>
    warning.type !== 'other' && warning.type !== 'deprecated' && warning.feature === 'reasoning'
      ? (warning.details ?? [])
      : [],
  )
  return details.length === 0 ? null : `${name} has no effort \`${effort}\`: ${details.join(' ')}`
}

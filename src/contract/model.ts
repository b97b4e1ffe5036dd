import { z } from 'zod'

/** Providers whose API the action can call. */
export const PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible'] as const
export type Provider = (typeof PROVIDERS)[number]

/** How the environment variables of each begin. */
const PREFIXES: Readonly<Record<Provider, string>> = {
  anthropic: 'ANTHROPIC',
  openai: 'OPENAI',
  google: 'GOOGLE_GENERATIVE_AI',
  'openai-compatible': 'OPENAI_COMPATIBLE',
}

/** The variables in which the action reads the key of a provider, its base URL, and the headers of a gateway. */
export const variablesOf = (provider: Provider) => ({
  keyVariable: `${PREFIXES[provider]}_API_KEY`,
  urlVariable: `${PREFIXES[provider]}_BASE_URL`,
  headersVariable: `${PREFIXES[provider]}_CUSTOM_HEADERS`,
})

/** The ids of all providers are printable ASCII. They occur in URLs, logs and summaries. */
export const MODEL_NAME = new RegExp(`^(${PROVIDERS.join('|')})/([!-~]{1,200})$`)

/**
 * What would lead out of the place in the URL of a provider where its model is named. Callers choose the model, but not
 * where the key of the repository's owner is sent.
 */
const LEADS_ELSEWHERE = /[?#%\\]|(?:^|\/)\.{1,2}(?:\/|$)/

/** Parses the name of a model; `null` unless it is `provider/model` with a known provider. */
export function parseModelName(name: string): { readonly provider: Provider; readonly id: string } | null {
  const [, before, id] = MODEL_NAME.exec(name) ?? []
  const provider = PROVIDERS.find((known) => known === before)
  return provider === undefined || id === undefined || LEADS_ELSEWHERE.test(id) ? null : { provider, id }
}

/** Reasoning effort of a model. Each provider has its own terms for it. */
export const EFFORTS = ['none', 'low', 'medium', 'high'] as const
export const Effort = z.enum(EFFORTS, { error: `must be one of ${EFFORTS.join(', ')}` })
export type Effort = z.infer<typeof Effort>

/** Most models that may continue the work of another. */
export const MAX_FALLBACKS = 3

/** The models that continue in the place of `model`: each once, and not that one. Pure. */
export const fallbacksOf = (model: string, named: readonly string[]): string[] =>
  [...new Set(named)].filter((name) => name !== model)

/** Providers whose API the action can call. */
export const PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible'] as const
export type Provider = (typeof PROVIDERS)[number]

/** The ids of all providers are printable ASCII. They occur in URLs, logs and summaries. */
export const MODEL_NAME = new RegExp(`^(${PROVIDERS.join('|')})/([!-~]{1,200})$`)

/** Parses the name of a model; `null` unless it is `provider/model` with a known provider. */
export function parseModelName(name: string): { readonly provider: Provider; readonly id: string } | null {
  const [, before, id] = MODEL_NAME.exec(name) ?? []
  const provider = PROVIDERS.find((known) => known === before)
  return provider === undefined || id === undefined ? null : { provider, id }
}

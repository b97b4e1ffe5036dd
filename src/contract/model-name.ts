/** Providers whose API the action can call. */
export const PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible'] as const
export type Provider = (typeof PROVIDERS)[number]

/** Ids are printable ASCII at every provider, and go into URLs, logs and summaries. */
export const MODEL_NAME = new RegExp(`^(${PROVIDERS.join('|')})/([!-~]{1,200})$`)

/** A model's name, taken apart; `null` where it is not `provider/model` with a provider that is known. */
export function parseModelName(name: string): { readonly provider: Provider; readonly id: string } | null {
  const [, before, id] = MODEL_NAME.exec(name) ?? []
  const provider = PROVIDERS.find((known) => known === before)
  return provider === undefined || id === undefined ? null : { provider, id }
}

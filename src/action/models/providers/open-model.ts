import { findModelData, type Price } from '../../../contract/known-models.ts'
import { type Effort, PROVIDERS, type Provider, parseModelName } from '../../../contract/model.ts'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { MIN_SECRET_LENGTH } from '../../secrets/secret-encodings.ts'
import { readPriceOverride } from '../cost/price-override.ts'
import { type AccessTokens, openAccessTokens, type WorkflowIdentity } from './access-tokens.ts'
import { authorize } from './authorize.ts'
import { readCustomHeaders, secretsInHeaders } from './custom-headers.ts'
import { isPlaceholderKey } from './placeholder-key.ts'
import { type ApiAccess, DEFINITIONS, type Environment, findAccess, type OpenableModel } from './providers.ts'
import { DEFAULT_RETRY_SETTINGS, type RetrySettings, readRetrySettings } from './retry-settings.ts'
import { refuseExchange, type TokenExchange } from './token-exchange.ts'

// Egress: asks the model, with what was redacted for it, and nobody to whom it redirects.

export interface ModelHandle {
  /** `provider/model`, as configured. */
  readonly name: string
  readonly provider: Provider
  /** Of the provider's server. */
  readonly host: string
  /** The package of the provider is loaded while other work goes on. */
  readonly languageModel: Promise<OpenableModel>
  /** Context window in tokens. */
  readonly window: number
  /** Tokens of one answer; `null`: the provider's default. */
  readonly maxOutput: number | null
  /** Media types of the images that the model accepts. */
  readonly imageTypes: readonly string[]
  /** `null`: unknown. */
  readonly price: Price | null
  /** `null`: the model's default. */
  readonly effort: Effort | null
  /** How the model interprets the effort, if not exactly as configured. */
  readonly effortNote: string | null
  /** Must appear in nothing that leaves the runner. Grows if the model is called with tokens that end. */
  readonly secrets: readonly string[]
  readonly retrySettings: RetrySettings
  /** Gets the token that calls need, if they need one. `null`: the model can be called. */
  signIn(): Promise<Reason | null>
}

export type OpenedModel =
  | { readonly ok: true; readonly model: ModelHandle }
  | { readonly ok: false; readonly reason: Reason }

export interface OpenOptions {
  /** Defaults for what the environment does not set. */
  readonly retrySettings?: RetrySettings
  readonly effort?: Effort | null
  readonly log?: ApiAccess['log']
  /** Of the workflow that this is a run of; `null`: it is none, and needs a key. */
  readonly identity?: WorkflowIdentity | null
}

/**
 * Opens `provider/model` with the key, or the exchange for tokens, and the base URL, headers, retry settings and price of the
 * environment. Sends no request.
 */
export async function openModel(
  name: string,
  environment: Environment,
  {
    retrySettings: defaults = DEFAULT_RETRY_SETTINGS,
    effort = null,
    log = () => undefined,
    identity = null,
  }: OpenOptions = {},
): Promise<OpenedModel> {
  const parsed = parseModelName(name)
  if (parsed === null) {
    return { ok: false, reason: reason('model-unknown', `"${name}" (providers: ${PROVIDERS.join(', ')})`) }
  }
  const { provider, id } = parsed
  const definition = DEFINITIONS[provider]
  const access = findAccess(definition, environment)
  if ('code' in access) return { ok: false, reason: access }
  const retrySettings = readRetrySettings(environment, defaults)
  if ('code' in retrySettings) return { ok: false, reason: retrySettings }
  const headersText = environment[definition.headersVariable] ?? ''
  const customHeaders = readCustomHeaders(definition.headersVariable, headersText)
  if ('code' in customHeaders) return { ok: false, reason: customHeaders }
  const own = readPriceOverride(environment.PRICES, name)
  if (own !== null && 'code' in own) return { ok: false, reason: own }
  const { baseURL, apiKey, exchange } = access
  const secrets = secretsIn(apiKey, baseURL)
  secrets.push(
    ...secretsInHeaders(definition.headersVariable, headersText).filter(
      ({ length }) => length >= MIN_SECRET_LENGTH,
    ),
  )
  const fetch = refuseRedirects(globalThis.fetch, definition.urlVariable)
  let tokens: AccessTokens | null = null
  if (exchange !== null && apiKey !== '') {
    identity?.warn(
      `${definition.keyVariable} is set and is used; ${exchange.variable} has no effect. Remove one of them.`,
    )
  } else if (exchange !== null) {
    const identified = requireIdentity(exchange, identity, baseURL)
    if ('code' in identified) return { ok: false, reason: identified }
    const addSecret = (secret: string) => {
      identified.addSecret(secret)
      secrets.push(secret)
    }
    tokens = openAccessTokens({
      ...{ exchange, retrySettings, fetch: globalThis.fetch },
      identity: { ...identified, addSecret },
    })
  }
  const known = findModelData(name)
  // The providers' packages send no request without a key. It is taken out again.
  const hasKey = apiKey !== '' || !definition.keyNeeded
  const key = tokens === null && hasKey ? apiKey : REMOVED_KEY
  const openWith = (send: Fetch) => definition.open({ baseURL, apiKey: key, fetch: send, log }, id)
  const { origin, host } = new URL(baseURL)
  const languageModel = openWith(
    authorize(fetch, { origin, customHeaders, hasKey, tokens, beta: exchange?.beta ?? null }),
  )
  // It rejects where it is awaited.
  languageModel.catch(() => undefined)
  return {
    ok: true,
    model: {
      name,
      provider,
      host,
      languageModel,
      effort,
      effortNote: effort === null ? null : await withReasoningEffort(openWith, name, effort),
      window: own?.window ?? known.window,
      maxOutput: own?.maxOutput ?? known.maxOutput,
      imageTypes: (own?.seesImages ?? known.seesImages) ? definition.imageTypes : [],
      price: own?.price ?? known.price,
      secrets,
      retrySettings,
      async signIn() {
        const result = await tokens?.get()
        if (result === undefined || result.ok) return null
        return reason(result.isRefusal ? 'model-refused' : 'model-failed', `${name} (${result.detail})`)
      },
    },
  }
}

const REMOVED_KEY = 'removed'

/** An identity with which the exchange may be made, or why it may not. */
function requireIdentity(exchange: TokenExchange, identity: WorkflowIdentity | null, baseURL: string) {
  if (identity === null) {
    return reason(
      'model-key-missing',
      `${exchange.variable} has an effect in a workflow of GitHub Actions only`,
    )
  }
  const refusal = refuseExchange(exchange, { baseURL, appUrl: identity.appUrl })
  if (refusal !== null) return refusal
  const { mint } = identity
  if (mint === null) {
    return reason(
      'input-invalid',
      `${exchange.variable} is set, but the workflow may not request an OIDC token: add \`permissions: id-token: write\` to it`,
    )
  }
  return { ...identity, mint }
}

/** What is too short for a secret would be replaced within words. */
const secretsIn = (apiKey: string, baseURL: string): string[] =>
  apiKey.length < MIN_SECRET_LENGTH || isPlaceholderKey(apiKey, baseURL) ? [] : [apiKey]

type Fetch = typeof globalThis.fetch

/**
 * `fetch` for one provider, which follows no redirect: the key, which some providers expect in a header, and the conversation,
 * source code included, would go to where it points. Several tenants may share a host, each below a path. `variable`: the
 * environment variable with the provider's address.
 */
export const refuseRedirects =
  (fetch: Fetch, variable: string): Fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null) return response
    await response.body?.cancel()
    const to = URL.parse(location, input instanceof Request ? input.url : String(input))
    const where = to === null ? 'to no address' : `to ${to.origin}${to.pathname}`
    // In the status text, where the providers' packages look for a message if a response has no body.
    const statusText = `it redirects ${where}, which is not followed; set ${variable} to the right address`
    return new Response(null, { status: 400, statusText })
  }

/** Opens the model with another `fetch`. */
type OpenWith = (fetch: Fetch) => Promise<OpenableModel>

const FIELDS = /"(reasoning|reasoning_effort|thinking|output_config|thinkingConfig)":/

/**
 * How a model interprets an effort, if not exactly as configured; `null`: exactly. A request is composed but not sent, so
 * that this is known before the first token.
 */
async function withReasoningEffort(open: OpenWith, name: string, effort: Effort): Promise<string | null> {
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

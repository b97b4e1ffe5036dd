import type { createAnthropic } from '@ai-sdk/anthropic'
import { findModelData } from '../../../contract/known-models.ts'
import { type Effort, PROVIDERS, type Provider, parseModelName } from '../../../contract/model.ts'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { MIN_SECRET_LENGTH } from '../../secrets/secret-encodings.ts'
import { readPriceOverride } from '../cost/price-override.ts'
import type { ModelHandle } from './model-handle.ts'
import { isPlaceholderKey } from './placeholder-key.ts'
import { refuseRedirects } from './refuse-redirects.ts'
import { repairChatStream } from './repair-chat-stream.ts'
import { DEFAULT_RETRY_SETTINGS, type RetrySettings, readRetrySettings } from './retry-settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type OpenedModel =
  | { readonly ok: true; readonly model: ModelHandle }
  | { readonly ok: false; readonly reason: Reason }

interface ApiAccess {
  readonly baseURL: string
  readonly apiKey: string
  readonly fetch: typeof globalThis.fetch
}

/** The version in the URLs of an API. */
interface Version {
  readonly path: string
  /** `any path`: also behind the path of a gateway, as in `https://host/anthropic`. `host`: only if there is no path. */
  readonly follows: 'host' | 'any path'
}

/** Every provider's package returns this type. */
type OpenableModel = ReturnType<ReturnType<typeof createAnthropic>['languageModel']>

interface ProviderDefinition {
  readonly keyVariable: string
  readonly keyNeeded: boolean
  readonly urlVariable: string
  /** `null`: the variable must be set. */
  readonly defaultUrl: string | null
  readonly version: Version
  readonly imageTypes: readonly string[]
  open(access: ApiAccess, id: string): Promise<OpenableModel>
}

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

// The comment in each import makes the bundler keep the package in one file and evaluate it only when it is imported.
// Base URLs are always passed: without one, the packages would read the process environment themselves.
const DEFINITIONS: Readonly<Record<Provider, ProviderDefinition>> = {
  anthropic: {
    keyVariable: 'ANTHROPIC_API_KEY',
    keyNeeded: true,
    urlVariable: 'ANTHROPIC_BASE_URL',
    defaultUrl: 'https://api.anthropic.com/v1',
    version: { path: '/v1', follows: 'any path' },
    imageTypes: IMAGE_TYPES,
    async open(access, id) {
      const { createAnthropic } = await import(/* webpackMode: "eager" */ '@ai-sdk/anthropic')
      return createAnthropic(access).languageModel(id)
    },
  },
  openai: {
    keyVariable: 'OPENAI_API_KEY',
    keyNeeded: true,
    urlVariable: 'OPENAI_BASE_URL',
    defaultUrl: 'https://api.openai.com/v1',
    version: { path: '/v1', follows: 'host' },
    imageTypes: IMAGE_TYPES,
    async open(access, id) {
      const { createOpenAI } = await import(/* webpackMode: "eager" */ '@ai-sdk/openai')
      return createOpenAI(access).responses(id)
    },
  },
  google: {
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
    keyNeeded: true,
    urlVariable: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    defaultUrl: 'https://generativelanguage.googleapis.com/v1beta',
    version: { path: '/v1beta', follows: 'host' },
    // https://ai.google.dev/gemini-api/docs/image-understanding
    imageTypes: IMAGE_TYPES.filter((type) => type !== 'image/gif'),
    async open(access, id) {
      const { createGoogle } = await import(/* webpackMode: "eager" */ '@ai-sdk/google')
      return createGoogle(access).languageModel(id)
    },
  },
  'openai-compatible': {
    keyVariable: 'OPENAI_COMPATIBLE_API_KEY',
    keyNeeded: false,
    urlVariable: 'OPENAI_COMPATIBLE_BASE_URL',
    defaultUrl: null,
    version: { path: '/v1', follows: 'host' },
    imageTypes: IMAGE_TYPES,
    async open({ baseURL, apiKey, fetch }, id) {
      const { createOpenAICompatible } = await import(/* webpackMode: "eager" */ '@ai-sdk/openai-compatible')
      const settings = {
        name: 'openai-compatible',
        baseURL,
        includeUsage: true,
        fetch: repairChatStream(fetch),
      }
      return createOpenAICompatible(apiKey === '' ? settings : { ...settings, apiKey }).chatModel(id)
    },
  },
}

export interface OpenOptions {
  /** Defaults for what the environment does not set. */
  readonly retrySettings?: RetrySettings
  readonly effort?: Effort | null
}

/** Opens `provider/model` with the key, base URL, retry settings and price of the environment. Sends no request. */
export async function openModel(
  name: string,
  environment: Environment,
  { retrySettings: defaults = DEFAULT_RETRY_SETTINGS, effort = null }: OpenOptions = {},
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
  const own = readPriceOverride(environment.PRICES, name)
  if (own !== null && 'code' in own) return { ok: false, reason: own }
  const known = findModelData(name)
  const openWith = (fetch: typeof globalThis.fetch) => definition.open({ ...access, fetch }, id)
  return {
    ok: true,
    model: {
      name,
      languageModel: await openWith(refuseRedirects(globalThis.fetch, definition.urlVariable)),
      effort,
      effortNote: effort === null ? null : await withReasoningEffort(openWith, name, effort),
      window: own?.window ?? known.window,
      maxOutput: own?.maxOutput ?? known.maxOutput,
      imageTypes: (own?.seesImages ?? known.seesImages) ? definition.imageTypes : [],
      price: own?.price ?? known.price,
      secrets: secretsIn(access),
      retrySettings,
    },
  }
}

/** What is too short for a secret would be replaced within words. */
const secretsIn = ({ apiKey, baseURL }: Omit<ApiAccess, 'fetch'>): string[] =>
  apiKey.length < MIN_SECRET_LENGTH || isPlaceholderKey(apiKey, baseURL) ? [] : [apiKey]

function findAccess(
  { keyVariable, keyNeeded, urlVariable, defaultUrl, version }: ProviderDefinition,
  environment: Environment,
): Omit<ApiAccess, 'fetch'> | Reason {
  // A secret that is not set is an empty string. A pasted one often ends with a line end.
  const apiKey = environment[keyVariable]?.trim() ?? ''
  const baseURL = environment[urlVariable]?.trim() || defaultUrl
  if (apiKey === '' && keyNeeded) {
    return reason('model-key-missing', `the environment variable ${keyVariable} is not set`)
  }
  if (baseURL === null) {
    return reason('model-key-missing', `the environment variable ${urlVariable} is not set`)
  }
  const url = URL.parse(baseURL)
  if (!/^https?:$/.test(url?.protocol ?? '')) {
    return reason('input-invalid', `the environment variable ${urlVariable} is not an http(s) URL`)
  }
  // `fetch` refuses such a URL, with all of it in its message.
  if (url?.username || url?.password) {
    return reason(
      'input-invalid',
      `the environment variable ${urlVariable} holds a user name or password. Leave it out, and put the key into ${keyVariable}`,
    )
  }
  return { baseURL: completeBaseUrl(baseURL, version), apiKey }
}

/** Adds the version, which the variables of the providers' own tools leave out. Pure. */
function completeBaseUrl(url: string, version: Version): string {
  const completed = new URL(url)
  const path = completed.pathname.replace(/\/+$/, '')
  const isComplete = version.follows === 'host' ? path !== '' : /\/v\d[^/]*$/.test(path)
  if (isComplete) return url
  completed.pathname = path + version.path
  return completed.href
}

/** Opens the model with another `fetch`. */
type OpenWith = (fetch: typeof globalThis.fetch) => Promise<OpenableModel>

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

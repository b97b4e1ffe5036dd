import type { createAnthropic } from '@ai-sdk/anthropic'
import { type Provider, variablesOf } from '../../../contract/model.ts'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { repairAnthropicStream } from './repair-anthropic-stream.ts'
import { repairChatStream } from './repair-chat-stream.ts'
import { repairGeminiStream, repairResponsesStream, repairStream } from './repair-stream.ts'
import {
  type FindExchange,
  findAnthropicExchange,
  findAzureExchange,
  findExchange,
  findOpenAIExchange,
  findOpenRouterExchange,
  type TokenExchange,
} from './token-exchange.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface ApiAccess {
  readonly baseURL: string
  readonly apiKey: string
  readonly fetch: typeof globalThis.fetch
  /** Takes lines about answers that are not as the protocol requires. */
  readonly log: (line: string) => void
}

/** The version in the URLs of an API. */
interface Version {
  readonly path: string
  /** `any path`: also behind the path of a gateway, as in `https://host/anthropic`. `host`: only if there is no path. */
  readonly follows: 'host' | 'any path'
}

/** Every provider's package returns this type. */
export type OpenableModel = ReturnType<ReturnType<typeof createAnthropic>['languageModel']>

interface ProviderDefinition {
  readonly keyVariable: string
  readonly keyNeeded: boolean
  readonly urlVariable: string
  readonly headersVariable: string
  /** How the provider, or another with the same protocol, gives out tokens in place of a key. */
  readonly exchanges: readonly FindExchange[]
  /** `null`: the variable must be set. */
  readonly defaultUrl: string | null
  readonly version: Version
  readonly imageTypes: readonly string[]
  open(access: ApiAccess, id: string): Promise<OpenableModel>
}

const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

// Base URLs are always passed: without one, the packages would read the process environment themselves.
export const DEFINITIONS: Readonly<Record<Provider, ProviderDefinition>> = {
  anthropic: {
    ...variablesOf('anthropic'),
    keyNeeded: true,
    exchanges: [findAnthropicExchange],
    defaultUrl: 'https://api.anthropic.com/v1',
    version: { path: '/v1', follows: 'any path' },
    imageTypes: IMAGE_TYPES,
    async open(access, id) {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ ...access, fetch: repairStream(access, repairAnthropicStream) }).languageModel(
        id,
      )
    },
  },
  openai: {
    ...variablesOf('openai'),
    keyNeeded: true,
    exchanges: [findOpenAIExchange, findAzureExchange],
    defaultUrl: 'https://api.openai.com/v1',
    version: { path: '/v1', follows: 'host' },
    imageTypes: IMAGE_TYPES,
    async open(access, id) {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ ...access, fetch: repairStream(access, repairResponsesStream) }).responses(id)
    },
  },
  google: {
    ...variablesOf('google'),
    keyNeeded: true,
    exchanges: [],
    defaultUrl: 'https://generativelanguage.googleapis.com/v1beta',
    version: { path: '/v1beta', follows: 'host' },
    // https://ai.google.dev/gemini-api/docs/image-understanding
    imageTypes: IMAGE_TYPES.filter((type) => type !== 'image/gif'),
    async open(access, id) {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ ...access, fetch: repairStream(access, repairGeminiStream) }).languageModel(id)
    },
  },
  'openai-compatible': {
    ...variablesOf('openai-compatible'),
    keyNeeded: false,
    exchanges: [findOpenRouterExchange, findAzureExchange],
    defaultUrl: null,
    version: { path: '/v1', follows: 'host' },
    imageTypes: IMAGE_TYPES,
    async open({ baseURL, apiKey, ...access }, id) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const settings = {
        name: 'openai-compatible',
        baseURL,
        includeUsage: true,
        fetch: repairStream(access, repairChatStream),
      }
      return createOpenAICompatible(apiKey === '' ? settings : { ...settings, apiKey }).chatModel(id)
    },
  },
}

interface FoundAccess {
  readonly baseURL: string
  /** Empty: there is none. */
  readonly apiKey: string
  /** `null`: the environment asks for none. */
  readonly exchange: TokenExchange | null
}

/** The base URL of a provider in the environment, with the key or the exchange, or what is missing. Pure. */
export function findAccess(
  {
    keyVariable,
    keyNeeded,
    urlVariable,
    headersVariable,
    defaultUrl,
    version,
    exchanges,
  }: ProviderDefinition,
  environment: Environment,
): FoundAccess | Reason {
  // A secret that is not set is an empty string. A pasted one often ends with a line end.
  const apiKey = environment[keyVariable]?.trim() ?? ''
  const baseURL = environment[urlVariable]?.trim() || defaultUrl
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
  const completed = completeBaseUrl(baseURL, version)
  const exchange = findExchange(exchanges, environment, completed)
  if (exchange !== null && 'code' in exchange) return exchange
  // A gateway may hold the key, and know its callers by a header.
  const isGateway = environment[urlVariable]?.trim() && environment[headersVariable]?.trim()
  if (apiKey === '' && exchange === null && keyNeeded && !isGateway) {
    return reason('model-key-missing', `the environment variable ${keyVariable} is not set`)
  }
  return { baseURL: completed, apiKey, exchange }
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

import { randomBytes } from 'node:crypto'
import { FEDERATION } from '../model/token-endpoints.ts'
import { listModels } from './list-models.ts'

/** The model that the sandbox's workflows use, with the variables that it needs. */
export interface ChosenModel {
  /** `provider/model` */
  readonly name: string
  /** Secrets of the repository, which the workflow's step gets under their names. */
  readonly secrets: Readonly<Record<string, string>>
  /** Plain variables of the step. */
  readonly env: Readonly<Record<string, string>>
}

/** The environment names a model that cannot be used. The message says what to set. */
export class UnusableModel extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

const COMPATIBLE = 'openai-compatible'

/** The prefix of each provider's variables, and the model that is used if only its key is set. */
const PROVIDERS: Readonly<Record<string, { readonly prefix: string; readonly model: string | null }>> = {
  anthropic: { prefix: 'ANTHROPIC', model: 'claude-sonnet-5-5' },
  openai: { prefix: 'OPENAI', model: 'gpt-6.1-terra' },
  google: { prefix: 'GOOGLE_GENERATIVE_AI', model: 'gemini-3-pro' },
  [COMPATIBLE]: { prefix: 'OPENAI_COMPATIBLE', model: null },
}

export const MODEL_PROVIDERS: readonly string[] = Object.keys(PROVIDERS)

/** Environment variables that make the sandbox use a model of their provider. */
export const REAL_MODEL_KEYS: readonly string[] = Object.values(PROVIDERS).flatMap(({ prefix, model }) =>
  model === null ? [] : [`${prefix}_API_KEY`],
)

export const LOCAL_MODEL_URL = 'OPENAI_COMPATIBLE_BASE_URL'

const OPTIONAL_VARIABLES = ['PRICES', 'MODEL_STALL_SECONDS', 'MODEL_RETRY_SECONDS']

/**
 * The real model for which the environment has a name (MODEL), a key, or the base URL of an OpenAI-compatible server, in
 * this order. `null`: use the scripted model.
 */
export const chooseRealModel = async (environment: Environment): Promise<ChosenModel | null> =>
  chooseNamedModel(environment) ?? chooseByKey(environment) ?? (await chooseLocalModel(environment))

/** The model that MODEL names; `null`: MODEL is not set. */
export function chooseNamedModel(environment: Environment): ChosenModel | null {
  const name = readValue(environment, 'MODEL')
  if (name === null) return null
  const [, provider = '', model] = /^([^/]+)\/(.+)$/.exec(name) ?? []
  const prefix = PROVIDERS[provider]?.prefix
  if (prefix === undefined || model === undefined) {
    throw new UnusableModel(
      `MODEL=${name}: must be provider/model, with one of ${MODEL_PROVIDERS.join(', ')}`,
    )
  }
  // A local server often needs no key, but always its base URL.
  const required = provider === COMPATIBLE ? LOCAL_MODEL_URL : `${prefix}_API_KEY`
  if (readValue(environment, required) === null) {
    throw new UnusableModel(`MODEL=${name} needs ${required}: set it in the environment, or unset MODEL`)
  }
  return modelOf(environment, provider, model)
}

function chooseByKey(environment: Environment): ChosenModel | null {
  for (const [provider, { prefix, model }] of Object.entries(PROVIDERS)) {
    if (model !== null && readValue(environment, `${prefix}_API_KEY`) !== null)
      return modelOf(environment, provider, model)
  }
  return null
}

async function chooseLocalModel(environment: Environment): Promise<ChosenModel | null> {
  const url = readValue(environment, LOCAL_MODEL_URL)
  if (url === null) return null
  if (!URL.canParse(url))
    throw new UnusableModel(`${LOCAL_MODEL_URL} is not a URL: set one like http://127.0.0.1:11434`)
  const server = `the model server at ${new URL(url).origin}`
  const models = await listModels(url, readValue(environment, 'OPENAI_COMPATIBLE_API_KEY')).catch((cause) => {
    throw new UnusableModel(
      `${server} does not list its models: start the server, or set MODEL=${COMPATIBLE}/NAME`,
      {
        cause,
      },
    )
  })
  const [first, ...others] = models
  if (first === undefined) throw new UnusableModel(`${server} has no model: load one, then try again`)
  if (others.length > 0) {
    throw new UnusableModel(
      `${server} has several models: set MODEL=${COMPATIBLE}/NAME, where NAME is one of: ${models.join(', ')}`,
    )
  }
  return modelOf(environment, COMPATIBLE, first)
}

function modelOf(environment: Environment, provider: string, model: string): ChosenModel {
  const prefix = PROVIDERS[provider]?.prefix
  return {
    name: `${provider}/${model}`,
    secrets: pick(environment, [`${prefix}_API_KEY`]),
    env: pick(environment, [`${prefix}_BASE_URL`, ...OPTIONAL_VARIABLES]),
  }
}

const pick = (environment: Environment, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = readValue(environment, name)
      return value === null ? [] : [[name, value]]
    }),
  )

const readValue = (environment: Environment, name: string): string | null => environment[name]?.trim() || null

const SCRIPTED = 'anthropic/sandbox-1'

/** The key is random, so that masking it in logs hides nothing else. */
export const scriptedModel = (url: string): ChosenModel => ({
  name: SCRIPTED,
  secrets: { ANTHROPIC_API_KEY: `sk-ant-sandbox-${randomBytes(12).toString('hex')}` },
  // Without an entry here, its price would be unknown.
  env: { ANTHROPIC_BASE_URL: url, PRICES: JSON.stringify({ [SCRIPTED]: { input: 0, output: 0 } }) },
})

/** The same without a key: the action exchanges the OIDC token of its workflow. */
export const keylessModel = (url: string): ChosenModel => {
  const { ANTHROPIC_FEDERATION_RULE_ID, ANTHROPIC_ORGANIZATION_ID } = FEDERATION
  const { name, env } = scriptedModel(url)
  return { name, secrets: {}, env: { ...env, ANTHROPIC_FEDERATION_RULE_ID, ANTHROPIC_ORGANIZATION_ID } }
}

import { randomBytes } from 'node:crypto'

/** The model that the sandbox's workflows use, with the variables that it needs. */
export interface ChosenModel {
  /** `provider/model` */
  readonly name: string
  /** Secrets of the repository, which the workflow's step gets under their names. */
  readonly secrets: Readonly<Record<string, string>>
  /** Plain variables of the step. */
  readonly env: Readonly<Record<string, string>>
}

const REAL_MODELS = [
  { key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL', name: 'anthropic/claude-sonnet-5-5' },
  { key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL', name: 'openai/gpt-6.1-terra' },
  {
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    url: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    name: 'google/gemini-3-pro',
  },
] as const

/** Environment variables that make the sandbox use a real model. */
export const REAL_MODEL_KEYS: readonly string[] = REAL_MODELS.map(({ key }) => key)

/** The first real model for which the environment has a key. `null`: use the scripted model. */
export function chooseRealModel(
  environment: Readonly<Record<string, string | undefined>>,
): ChosenModel | null {
  for (const { key, url, name } of REAL_MODELS) {
    const secret = environment[key]?.trim()
    if (!secret) continue
    const baseUrl = environment[url]
    return { name, secrets: { [key]: secret }, env: baseUrl ? { [url]: baseUrl } : {} }
  }
  return null
}

const SCRIPTED = 'anthropic/sandbox-1'

/** The key is random, so that masking it in logs hides nothing else. */
export const scriptedModel = (url: string): ChosenModel => ({
  name: SCRIPTED,
  secrets: { ANTHROPIC_API_KEY: `sk-ant-sandbox-${randomBytes(12).toString('hex')}` },
  // Without an entry here, its price would be unknown.
  env: { ANTHROPIC_BASE_URL: url, PRICES: JSON.stringify({ [SCRIPTED]: { input: 0, output: 0 } }) },
})

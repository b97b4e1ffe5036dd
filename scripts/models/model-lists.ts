import { z } from 'zod'

/** A model as its provider lists it. */
export interface ListedModel {
  /** `provider/model` */
  readonly name: string
  /** `null`: the list does not say. */
  readonly window: number | null
  readonly seesImages: boolean | null
}

export interface ModelList {
  readonly provider: string
  readonly key: string
  readonly baseUrl: string
  readonly defaultUrl: string
  /** Where the prices are, which no list has. */
  readonly prices: string
  headers(key: string): Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** One page of the list; `next`: what to add to the query of the next page. Throws if it has another form. Pure. */
  readPage(body: unknown): { models: ListedModel[]; next: Readonly<Record<string, string>> | null }
}

const Anthropic = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_input_tokens: z.int().nullish(),
      capabilities: z.object({ image_input: z.object({ supported: z.boolean() }).nullish() }).nullish(),
    }),
  ),
  has_more: z.boolean(),
  last_id: z.string().nullable(),
})

const Openai = z.object({ data: z.array(z.object({ id: z.string() })) })
/** The list also has models for speech, images, embeddings and moderation. */
const OPENAI_TEXT = /^(?:gpt-\d|o\d)(?!.*(?:audio|realtime|image|transcribe|tts|search|instruct))/

const Google = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      inputTokenLimit: z.int().optional(),
      supportedGenerationMethods: z.array(z.string()).default([]),
    }),
  ),
  nextPageToken: z.string().optional(),
})
const GOOGLE_TEXT = /^models\/gemini-\d(?!.*(?:image|tts|live|audio|embedding|computer-use|robotics))/

export const MODEL_LISTS: readonly ModelList[] = [
  {
    // https://platform.claude.com/docs/en/api/models/list
    ...{ provider: 'anthropic', key: 'ANTHROPIC_API_KEY', baseUrl: 'ANTHROPIC_BASE_URL' },
    defaultUrl: 'https://api.anthropic.com/v1',
    prices: 'https://platform.claude.com/docs/en/about-claude/pricing',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    query: { limit: '1000' },
    readPage(body) {
      const { data, has_more, last_id } = Anthropic.parse(body)
      const models = data.map(({ id, max_input_tokens, capabilities }) => ({
        name: `anthropic/${id}`,
        window: max_input_tokens ?? null,
        seesImages: capabilities?.image_input?.supported ?? null,
      }))
      return { models, next: has_more && last_id !== null ? { after_id: last_id } : null }
    },
  },
  {
    // https://platform.openai.com/docs/api-reference/models/list
    ...{ provider: 'openai', key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
    defaultUrl: 'https://api.openai.com/v1',
    prices: 'https://platform.openai.com/docs/pricing',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    query: {},
    readPage(body) {
      const ids = Openai.parse(body).data.map(({ id }) => id)
      const models = ids.filter((id) => OPENAI_TEXT.test(id))
      return {
        models: models.map((id) => ({ name: `openai/${id}`, window: null, seesImages: null })),
        next: null,
      }
    },
  },
  {
    // https://ai.google.dev/api/models#method:-models.list
    ...{ provider: 'google', key: 'GOOGLE_GENERATIVE_AI_API_KEY', baseUrl: 'GOOGLE_GENERATIVE_AI_BASE_URL' },
    defaultUrl: 'https://generativelanguage.googleapis.com/v1beta',
    prices: 'https://ai.google.dev/gemini-api/docs/pricing',
    headers: (key) => ({ 'x-goog-api-key': key }),
    query: { pageSize: '1000' },
    readPage(body) {
      const { models, nextPageToken } = Google.parse(body)
      const texts = models.filter(
        ({ name, supportedGenerationMethods }) =>
          GOOGLE_TEXT.test(name) && supportedGenerationMethods.includes('generateContent'),
      )
      return {
        models: texts.map(({ name, inputTokenLimit }) => ({
          name: name.replace('models/', 'google/'),
          window: inputTokenLimit ?? null,
          seesImages: null,
        })),
        next: nextPageToken ? { pageToken: nextPageToken } : null,
      }
    },
  },
]

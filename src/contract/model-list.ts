import { z } from 'zod'
import { PROVIDERS } from './model-name.ts'

const usd = () => z.number().min(0)

const KnownModel = z.strictObject({
  name: z.string().describe('As `model` of a new job: `provider/model`.'),
  provider: z.enum(PROVIDERS).describe('The provider, whose API key the runner needs.'),
  price: z
    .strictObject({
      input: usd().describe('Tokens that the model reads.'),
      cachedInput: usd().describe('Tokens that are read from the cache of the provider.'),
      cacheWrite: usd().describe('Tokens that are written to the cache of the provider.'),
      output: usd().describe('Tokens that the model writes.'),
    })
    .nullable()
    .describe('List price in US dollars per million tokens; `null`: not known.'),
  contextWindow: z.int().min(1).describe('Tokens of a request and its answer.'),
  maxOutputTokens: z.int().min(1).nullable().describe('Tokens of an answer; `null`: left to the provider.'),
})

/** Response of `GET /v2/models`. */
export const ModelList = z.strictObject({
  defaultModel: z
    .string()
    .describe('The model of a job for which neither the request nor the project names one.'),
  providers: z
    .array(z.enum(PROVIDERS))
    .describe('A job may name any model of these providers, listed or not.'),
  models: z.array(KnownModel).describe('The models whose price is known, and the default model.'),
})
export type ModelList = z.infer<typeof ModelList>

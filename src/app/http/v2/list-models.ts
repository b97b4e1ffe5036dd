import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { findModelData } from '../../../contract/known-models.ts'
import { type ModelList, ModelList as Schema } from '../../../contract/list-responses.ts'
import { PROVIDERS, parseModelName } from '../../../contract/model.ts'
import { PRICES } from '../../../contract/model-data.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { jsonResponse } from '../shared/json-response.ts'
import { API_KEY, describeRefusals, describeResponse } from './operation/describe-response.ts'
import type { Operation } from './operation/operation.ts'
import { refuseQuery } from './operation/page-query.ts'

export const listModelsRoute = ({
  access,
  defaultModel,
}: {
  readonly access: CallerAccess
  readonly defaultModel: string
}): Operation => ({
  route: createRoute({
    operationId: 'listModels',
    method: 'get',
    path: '/v2/models',
    summary: 'List the models',
    description:
      'Returns the models that Prentice knows, with list prices and context windows. The workflow of a project decides for which providers it has a key, and may set other prices.',
    tags: ['Models'],
    security: API_KEY,
    request: { params: z.object({}) },
    responses: {
      200: describeResponse({
        description: 'The models.',
        schema: Schema,
        example: {
          defaultModel: 'anthropic/claude-sonnet-5-5',
          providers: [...PROVIDERS],
          models: listModels('anthropic/claude-sonnet-5-5').models.filter(
            ({ name }) => name === 'anthropic/claude-sonnet-5-5',
          ),
        },
      }),
      ...describeRefusals([400, 401, 403, 503]),
    },
  }),

  async handle(c) {
    await access.authenticate(c.env.incoming)
    refuseQuery(c)
    return jsonResponse(c, 200, JSON.stringify(listModels(defaultModel)))
  },
})

/** The listed models in the order of docs/models.md; a default model that is not listed stands first. Pure. */
function listModels(defaultModel: string): ModelList {
  const names = [...new Set([...(defaultModel in PRICES ? [] : [defaultModel]), ...Object.keys(PRICES)])]
  const models = names.flatMap((name) => {
    const provider = parseModelName(name)?.provider
    const { price, window, maxOutput } = findModelData(name)
    return provider === undefined
      ? []
      : [{ name, provider, price, contextWindow: window, maxOutputTokens: maxOutput }]
  })
  return { defaultModel, providers: [...PROVIDERS], models }
}

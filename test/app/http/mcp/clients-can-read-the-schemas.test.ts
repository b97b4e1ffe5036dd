import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'
import { mcpClient } from '../../../support/app/mcp-client.ts'

/** All keywords and values of a schema, but not the names of properties. */
function* keywords(schema: unknown): Generator<[string, unknown]> {
  if (typeof schema !== 'object' || schema === null) return
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword !== 'properties') yield [keyword, value]
    const inner = keyword === 'properties' ? Object.values(value) : [value].flat()
    for (const one of inner) yield* keywords(one)
  }
}

test('the tools are described with annotations and schemas', async () => {
  const app = await startAppServer()
  const { tools } = await mcpClient(app)
  const shown = tools.map(({ name, inputSchema, annotations }) => [
    name,
    Object.keys(inputSchema.properties ?? {}),
    inputSchema.required ?? [],
    Object.entries(annotations ?? {}).flatMap(([hint, value]) => (value === true ? [hint] : [])),
  ])
  expect(shown).toEqual([
    ['list_projects', ['cursor', 'repository'], [], ['readOnlyHint']],
    [
      'create_job',
      expect.arrayContaining([
        'projectId',
        'idempotencyKey',
        'prompt',
        'ref',
        'model',
        'draft',
        'mode',
        'metadata',
      ]),
      ['projectId', 'prompt'],
      ['openWorldHint'],
    ],
    ['get_job', ['projectId', 'id'], ['projectId', 'id'], ['readOnlyHint']],
    ['wait_for_job', ['projectId', 'id', 'timeoutSeconds'], ['projectId', 'id'], ['readOnlyHint']],
    [
      'list_jobs',
      expect.arrayContaining(['projectId', 'status', 'metadata', 'limit', 'cursor']),
      [],
      ['readOnlyHint'],
    ],
    [
      'send_message',
      expect.arrayContaining(['projectId', 'id', 'idempotencyKey', 'prompt', 'mode']),
      ['projectId', 'id', 'prompt'],
      ['openWorldHint'],
    ],
    [
      'cancel_job',
      ['projectId', 'id'],
      ['projectId', 'id'],
      ['destructiveHint', 'idempotentHint', 'openWorldHint'],
    ],
  ])
})

test('no schema uses a keyword that clients or providers of models refuse', async () => {
  const app = await startAppServer()
  const { tools } = await mcpClient(app)
  const outside = new Set([
    '$schema',
    '$ref',
    '$defs',
    'definitions',
    'format',
    'pattern',
    'propertyNames',
    'param',
  ])
  for (const { name, inputSchema, outputSchema } of tools) {
    const all = [...keywords(inputSchema), ...keywords(outputSchema)]
    expect([name, all.filter(([word]) => outside.has(word))]).toEqual([name, []])
    expect([name, all.filter(([word, value]) => word === 'additionalProperties' && value === false)]).toEqual(
      [name, []],
    )
    const composed = [...keywords(inputSchema)].filter(([word]) => /^(anyOf|oneOf|allOf)$/.test(word))
    expect([name, composed]).toEqual([name, []])
    expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object'])
  }
})

test('the list of tools takes little of the context of a model', async () => {
  const app = await startAppServer()
  const { tools } = await mcpClient(app)
  const inputs = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  expect(JSON.stringify(inputs).length).toBeLessThan(10_000)
})

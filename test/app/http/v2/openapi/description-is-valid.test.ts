import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { workOnBatch } from '../../../../../src/app/batches/work-on-batch.ts'
import { runKeys } from '../../../../../src/app/job-store/run-history.ts'
import { batchQueueKeys } from '../../../../../src/app/job-store/update-job.ts'
import { outboxKeys } from '../../../../../src/app/outbox/outbox-entry.ts'
import { fanOut } from '../../../../../src/app/outgoing/delivery/fan-out.ts'
import { parseQueueKey } from '../../../../../src/app/store/keys.ts'
import { type AppServer, startAppServer } from '../../../../support/app/app-server.ts'
import {
  type DescribedOperation,
  type Description,
  schemasOf,
} from '../../../../support/app/check-described.ts'
import { RETENTION } from '../../../../support/app/retention.ts'
import { showPullRequest } from '../../../../support/app/show-pull-request.ts'

async function describedServer() {
  const app = await startAppServer()
  const { json } = await app.call('GET', '/openapi.json', { key: null })
  const description = json as unknown as Description
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  return { app, json, description, operations }
}

test('the description is OpenAPI 3.1 with version 2.0.0, and has each operation once', async () => {
  const { json, description, operations } = await describedServer()
  const { valid, errors } = await new Validator().validate(json)
  expect([valid, errors]).toEqual([true, undefined])
  expect(description).toMatchObject({ openapi: '3.1.0', info: { version: '2.0.0' } })
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(ids).toHaveLength(new Set(ids).size)
})

test('each path names its parameters', async () => {
  const { operations } = await describedServer()
  for (const { path, operation } of operations) {
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect([path, inPath.map(({ name }) => `{${name}}`)]).toEqual([path, path.match(/\{\w+\}/g) ?? []])
  }
})

test('each body has an example that its schema allows', async () => {
  const { description, operations } = await describedServer()
  const misfit = schemasOf(description)
  for (const { path, method, operation } of operations) {
    for (const { place, example } of examplesOf(operation)) {
      const where = ['paths', path, method, ...place]
      expect([where, example]).not.toEqual([where, undefined])
      expect([where, misfit([...where, 'schema'], example)]).toEqual([where, null])
    }
  }
})

function examplesOf({ requestBody, responses }: DescribedOperation) {
  const bodies: [string[], Readonly<Record<string, { example?: unknown }>> | undefined][] = [
    [['requestBody'], requestBody?.content],
    ...Object.entries(responses).map(([status, { content }]): [string[], typeof content] => [
      ['responses', status],
      content,
    ]),
  ]
  return bodies.flatMap(([place, content]) =>
    Object.entries(content ?? {}).map(([type, { example }]) => ({
      place: [...place, 'content', type],
      example,
    })),
  )
}

test('the server accepts the example requests', async () => {
  const { app, operations } = await describedServer()
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const batch = await app.call('POST', '/v2/batches', { body: { prompt: 'x', projectIds: [app.project] } })
  const [planned] = await app.store.list({ prefix: batchQueueKeys.queue(), limit: 1 })
  const due = parseQueueKey(planned?.key ?? '')
  if (planned === undefined || due === null) throw new Error('the batch is not due')
  await workOnBatch(app.parts, due, planned)
  const values: Readonly<Record<string, string>> = {
    batchId: String(batch.json.id),
    projectId: app.project,
    id: String(created.json.id),
    number: '1',
    ...(await givenDelivery(app)),
  }
  // Of a job that has ended, the events end too.
  await app.call('POST', `/v2/agent/${app.project}/job/${created.json.id}/cancel`)
  await app.store.commit({
    set: [{ key: runKeys.patch(String(created.json.id), 1), value: 'diff --git a/a b/a\n' }],
  })
  const key = { project: app.project, job: String(created.json.id) }
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  await showPullRequest(deps, key)
  // Reads first, and then the retries: any message would leave nothing to repeat.
  const turnOf = ({ method, operation }: (typeof operations)[number]): number =>
    method === 'get' ? 0 : operation.operationId.startsWith('retry') ? 1 : method === 'delete' ? 3 : 2
  for (const { path, method, operation } of operations.toSorted((a, b) => turnOf(a) - turnOf(b))) {
    const asked = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name)
    const example = operation.requestBody?.content['application/json']?.example as object | undefined
    const body = example && { ...example, ...('projectId' in example && { projectId: app.project }) }
    const key = path.startsWith('/v2/webhooks') ? values.adminKey : undefined
    const answer = await app.call(method.toUpperCase(), asked, { body, ...(key !== undefined && { key }) })
    expect([operation.operationId, Math.floor(answer.status / 100)]).toEqual([operation.operationId, 2])
  }
})

/** A webhook with a delivery, and the key that may see them. */
async function givenDelivery(app: AppServer): Promise<Record<string, string>> {
  const adminKey = await app.newKey({ scopes: ['admin'] })
  const body = { url: 'https://example.com/own' }
  const { json: webhook } = await app.call('POST', '/v2/webhooks', { key: adminKey, body })
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  for (const entry of await app.store.list({ prefix: outboxKeys.queue(), limit: 10 }))
    await fanOut(app.parts, 77, entry)
  const { json } = await app.call('GET', `/v2/webhooks/${webhook.id}/deliveries`, { key: adminKey })
  const [delivery] = json.deliveries as { id: string }[]
  return { adminKey, webhookId: String(webhook.id), eventId: String(delivery?.id) }
}

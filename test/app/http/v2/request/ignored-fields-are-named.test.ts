import { expect, test } from 'vitest'
import { findIgnored, ignoredHeader } from '../../../../../src/app/http/shared/ignored-fields.ts'
import { readMessages } from '../../../../../src/app/job-store/messages.ts'
import { NewBatch } from '../../../../../src/contract/batch.ts'
import { CreateJobBody } from '../../../../../src/contract/job.ts'
import { startAppServer } from '../../../../support/app/app-server.ts'

const NAME = 'prentice-ignored-fields'

test('unknown fields are accepted, and the response and the log of the run name them', async () => {
  const app = await startAppServer()
  const jobs = `/v2/agent/${app.project}/job`
  const body = { prompt: 'x', branch: 'release/1', base_ref: 'main', colour: 'red' }
  const created = await app.call('POST', jobs, { body })
  expect(created.status).toBe(201)
  expect(created.headers.get(NAME)).toBe('"branch";use="ref", "base_ref";use="ref", "colour"')
  const job = String(created.json.id)
  const said = await app.call('POST', `${jobs}/${job}/message`, { body: { prompt: 'y', promt: 'z' } })
  expect(said.headers.get(NAME)).toBe('"promt";use="prompt"')
  const messages = await readMessages(app.store, job, 1, 2)
  expect(messages.map(({ message }) => message?.ignored)).toEqual([
    [
      'the field branch of the request was ignored: its name is ref',
      'the field base_ref of the request was ignored: its name is ref',
      'the field colour of the request was ignored',
    ],
    ['the field promt of the request was ignored: its name is prompt'],
  ])
})

test('a response without ignored fields has no such header', async () => {
  const app = await startAppServer()
  const body = { prompt: 'x', asDraft: true, metadata: { branch: 'x' } }
  const { headers } = await app.call('POST', `/v2/agent/${app.project}/job`, { body })
  expect(headers.get(NAME)).toBeNull()
})

test('a refusal for a missing field names the ignored field that was meant', async () => {
  const app = await startAppServer()
  const { json, status } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { task: 'x' } })
  expect([status, json.error]).toEqual([400, '`prompt` is missing; the field `task` is ignored'])
})

test.each([
  ['working_directory', 'workingDirectory'],
  ['WorkingDirectory', 'workingDirectory'],
  ['metdata', 'metadata'],
  ['modl', 'model'],
  ['ferf', null],
  ['x', null],
])('%s means %s', (name, use) => {
  expect(findIgnored({ [name]: 1 }, CreateJobBody)).toEqual([{ name, use }])
})

test('the fields of a batch have suggestions of their own', () => {
  expect(findIgnored({ maxCostUsd: 5, concurrency: 3, limitUSD: 4 }, NewBatch)).toEqual([
    { name: 'maxCostUsd', use: 'limitUsd' },
    { name: 'concurrency', use: 'atOnce' },
    { name: 'limitUSD', use: 'limitUsd' },
  ])
})

test('names that cannot stand in a header, and all but ten, are left out', () => {
  const odd = { 'a\r\nb': 1, ä: 1, '"': 1, ['n'.repeat(65)]: 1, '': 1 }
  expect(findIgnored(odd, CreateJobBody)).toEqual([])
  const many = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`field-${n}`, n]))
  expect(findIgnored(many, CreateJobBody)).toHaveLength(10)
  expect(ignoredHeader([])).toBe('')
})

test.each([null, [], 'text', 3])('a body that is no object has no fields: %j', (body) => {
  expect(findIgnored(body, CreateJobBody)).toEqual([])
})

import { expect, test } from 'vitest'
import { hasMoreValues, MAX_VALUES } from '../../../../../src/app/http/shared/json-body.ts'
import { NewMetadata } from '../../../../../src/contract/job.ts'
import { startAppServer } from '../../../../support/app/app-server.ts'

const names = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${n}`, 1]))

test.each<[string, string, number]>([
  ['no list', '"[,{"', 0],
  ['nothing', '', 0],
  ['an open text', '"[,', 0],
  ['escaped quotes', String.raw`["\",[", "\\", "\\\""]`, 3],
  ['lists', '[[],[[]]]', 5],
  ['objects', '{"a": {"b": 1, "c": ","}}', 3],
])('the values of %s are counted', (_, json, values) => {
  expect(hasMoreValues(json, values)).toBe(false)
  if (values > 0) expect(hasMoreValues(json, values - 1)).toBe(true)
})

test('a body with more values than any operation takes is refused before it is parsed', async () => {
  const app = await startAppServer()
  const create = (raw: string) => app.call('POST', `/v2/agent/${app.project}/job`, { raw })
  const refused = { status: 400, json: { error: 'the body holds more than 20,000 values' } }
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
    expect(
      await create(`{"prompt":"x","y":${open.repeat(MAX_VALUES)}0${close.repeat(MAX_VALUES)}}`),
    ).toMatchObject(refused)
  expect(await create(JSON.stringify({ prompt: 'x', y: names(MAX_VALUES) }))).toMatchObject(refused)
  const most = { prompt: `${'[,'.repeat(100_000)}`, y: names(MAX_VALUES - 2) }
  expect((await create(JSON.stringify(most))).status).toBe(201)
})

test('metadata with too many pairs is refused before any is looked at', () => {
  const given = {}
  for (const name of Object.keys(names(17)))
    Object.defineProperty(given, name, {
      enumerable: true,
      get: () => expect.unreachable('a pair is looked at'),
    })
  const issues = NewMetadata.safeParse(given).error?.issues
  expect(issues).toMatchObject([{ message: 'must have at most 16 pairs' }])
})

test('a message repeats the beginning of a long name only', async () => {
  const app = await startAppServer()
  const body = { prompt: 'x', metadata: { ['k'.repeat(100_000)]: '1' } }
  const { status, json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body })
  expect(status).toBe(400)
  expect(json.error).toMatch(/^`metadata\.k{291}…` is not a valid name/)
})

import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'
import { listEntries } from '../../../support/app/list-entries.ts'

/** Each lets its own requests wait for one another; what holds between the two is what the commit checks. */
async function twoServers(rateLimit: number) {
  const first = await startAppServer({ rateLimit })
  const second = await startAppServer({ rateLimit, databaseUrl: first.databaseUrl })
  const create = (n: number, headers = {}) =>
    [first, second][n % 2]?.call('POST', `/v2/agent/${first.project}/job`, {
      body: { prompt: 'x' },
      key: first.key,
      headers,
    })
  return { first, second, create }
}

test.each([10, 0])(
  '60 equal requests to two servers with one Idempotency-Key make one job, with a limit of %i',
  async (limit) => {
    const { first, create } = await twoServers(limit)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => create(n, { 'idempotency-key': 'k' })),
    )
    expect(new Set(answers.map((answer) => `${answer?.status} ${answer?.text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await listEntries(first.store, 'job/')).toHaveLength(1)
  },
)

test('two servers accept as many of 60 creates as the limit allows', async () => {
  const { first, create } = await twoServers(20)
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => create(n)))
  expect(answers.filter((answer) => answer?.status === 201)).toHaveLength(20)
  expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(40)
  expect(await listEntries(first.store, 'job/')).toHaveLength(20)
})

import { expect, test } from 'vitest'
import { StoreUnavailable } from '../../../../src/app/store/store.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { until } from '../../../support/world/jobs.ts'

test('hundreds of simultaneous creates and messages of one project all get a response', async () => {
  const app = await startAppServer({ rateLimit: 1000 })
  const jobs = `/v2/agent/${app.project}/job`
  const ask = (path: string) => app.call('POST', path, { body: { prompt: 'x' } })
  const made = await Promise.all(Array.from({ length: 50 }, () => ask(jobs)))
  const answers = await Promise.all([
    ...made.map(({ headers }) => ask(`${headers.get('location')}/message`)),
    ...Array.from({ length: 300 }, () => ask(jobs)),
  ])
  const left = answers.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
  expect(left.toSorted((a, b) => b - a)).toEqual(answers.map((_, n) => 949 - n))
})

test('all requests over the limit get 429, and never a server error', async () => {
  const app = await startAppServer({ rateLimit: 100 })
  const jobs = `/v2/agent/${app.project}/job`
  const answers = await Promise.all(
    Array.from({ length: 500 }, () => app.call('POST', jobs, { body: { prompt: 'x' } })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(100)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(400)
})

test('requests that wait for others get 503 with them during a store outage', async () => {
  let tries = 0
  let asked = 0
  const app = await startAppServer({
    store: (store) => ({
      ...store,
      getMany(keys) {
        if (keys.some((key) => key.startsWith('key/'))) asked++
        return store.getMany(keys)
      },
      async commit(commit) {
        if (!commit.set?.some(({ key }) => key.startsWith('limit/'))) return store.commit(commit)
        tries++
        // All of them wait for the first.
        await until('the others to have come', () => (asked >= 30 ? true : null))
        await new Promise((resolve) => setTimeout(resolve, 200))
        throw new StoreUnavailable('locked')
      },
    }),
  })
  const create = () => app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const answers = await Promise.all(Array.from({ length: 30 }, create))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  expect(tries).toBeLessThan(5)
})

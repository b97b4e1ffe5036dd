import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'
import { listEntries } from '../../../support/app/list-entries.ts'
import { rawConnection } from '../../../support/app/raw-connection.ts'
import { aJob, head } from './raw-exchange.ts'

test('pipelined requests get their responses in order', async () => {
  const app = await startAppServer()
  const { plain, described, jobs } = await aJob(app)
  const connection = await rawConnection(app.url, (answer) => answer === 2)
  const message = '{"prompt":"more"}'
  const post = head(app, `POST ${plain}/message`, 'Content-Type: application/json', 'Content-Length: 17')
  const requests = [`GET ${plain}`, `GET ${described}`, `HEAD ${plain}`, `GET ${jobs}`, 'GET /v2/projects']
  await connection.send(`${requests.map((line) => head(app, line)).join('')}${post}${message}`)
  const statuses = (await connection.answers(6)).map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 200, 405, 200, 200])
  connection.drop()
})

test('invalid data after a valid request does not affect its response', async () => {
  const app = await startAppServer()
  const { plain, described, jobs } = await aJob(app)
  const get = head(app, `GET ${plain}`)
  const type = 'Content-Type: application/json'
  const post = `${head(app, `POST ${jobs}`, type, 'Content-Length: 14')}{"prompt":"x"}`
  const broken = `${head(app, `POST ${jobs}`, type, 'Transfer-Encoding: chunked')}zz\r\n`
  const cases: [string, string, number[]][] = [
    ['a body longer than it says', `${post}more\r\n\r\n`, [201, 400]],
    ['no HTTP', `${get}hello\r\n\r\n`, [200, 400]],
    [
      'no HTTP after several',
      `${get}${head(app, `GET ${described}`)}${post}${get}?\r\n\r\n`,
      [200, 200, 201, 200, 400],
    ],
    ['a chunk that is none', `${get}${post}${broken}`, [200, 201, 400]],
    ['a request after the last', `${head(app, `GET ${plain}`, 'Connection: close')}${get}`, [200]],
    ['a create that was the last', `${post.replace('Host', 'Connection: close\r\nHost')}${post}`, [201]],
  ]
  for (const [what, bytes, expected] of cases) {
    const connection = await rawConnection(app.url)
    await connection.send(bytes)
    await connection.ended()
    const statuses = (await connection.answers(expected.length)).map(({ status }) => status)
    expect([what, statuses]).toEqual([what, expected])
    connection.drop()
  }
  // One from before, and one for each that was answered 201.
  expect(await listEntries(app.store, 'job/')).toHaveLength(5)
})

test('a request with a response gets no second one if its body breaks off later', async () => {
  let mayCommit = Promise.resolve()
  const app = await startAppServer({
    store: (store) => ({
      ...store,
      async commit(commit) {
        await mayCommit
        return store.commit(commit)
      },
    }),
  })
  const jobs = `/v2/agent/${app.project}/job`
  const type = 'Content-Type: application/json'
  const post = `${head(app, `POST ${jobs}`, type, 'Content-Length: 14')}{"prompt":"x"}`
  const keyless = `POST ${jobs} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`
  const stored = Promise.withResolvers<void>()
  mayCommit = stored.promise
  const responses = watchResponses()
  const connection = await rawConnection(app.url)
  await connection.send(post + keyless)
  // The 401 waits for the 201, which is not written yet.
  await expect.poll(() => responses[1]?.writableEnded).toBe(true)
  await connection.send('zz\r\n')
  // Usually the server reads this first; the responses are the same if it does not.
  await sleep(20)
  stored.resolve()
  await connection.ended()
  expect((await connection.answers(3)).map(({ status }) => status)).toEqual([201, 401])
  connection.drop()
})

test('a request whose response was sent gets no second one if its body breaks off later', async () => {
  const app = await startAppServer()
  const connection = await rawConnection(app.url)
  await connection.send(
    `POST /v2/agent/${app.project}/job HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  await connection.answers(1)
  await connection.send('zz\r\n')
  await connection.ended()
  expect((await connection.answers(2)).map(({ status }) => status)).toEqual([401])
  connection.drop()
})

/** The responses of all servers of this process from now on, in the order of their requests. */
function watchResponses(): readonly ServerResponse[] {
  const STARTED = 'http.server.request.start'
  const responses: ServerResponse[] = []
  const watch = (message: unknown): void => {
    responses.push((message as { response: ServerResponse }).response)
  }
  subscribe(STARTED, watch)
  onTestFinished(() => void unsubscribe(STARTED, watch))
  return responses
}

test('a CONNECT request during a response gets no separate response', async () => {
  const app = await startAppServer()
  const { plain } = await aJob(app)
  const connection = await rawConnection(app.url)
  await connection.send(`${head(app, `GET ${plain}/events`)}${head(app, 'CONNECT example.com:443')}`)
  await connection.ended()
  expect((await connection.answers(1)).filter(({ status }) => status !== 200)).toEqual([])
  connection.drop()
})

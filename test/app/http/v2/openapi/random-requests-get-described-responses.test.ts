import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { type AppServer, startAppServer } from '../../../../support/app/app-server.ts'
import { createCheck, type Description } from '../../../../support/app/check-described.ts'
import { assertAsyncProperty } from '../../../../support/random.ts'
import { type AnyRequest, anyRequest } from './any-request.ts'

/** `FUZZ_RUNS=10000` is the long form, and draws other requests each time. */
const LONG = process.env.FUZZ_RUNS === undefined ? null : Number(process.env.FUZZ_RUNS)

const NO_REQUEST = /not valid HTTP|headers of the request are larger|a backslash has no place/

interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const send = (app: AppServer, agent: Agent, { method, path, headers, body }: AnyRequest): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const length = body === null ? {} : { 'content-length': body.length }
    const url = new URL(app.url)
    const options = {
      host: url.hostname,
      port: url.port,
      method,
      path,
      agent,
      headers: { ...headers, ...length },
    }
    const sent = request(options, (response) => {
      const answer = (text: string): Answered => ({
        status: response.statusCode ?? 0,
        headers: new Headers(response.headersDistinct as Record<string, string[]> as never),
        text,
      })
      // The events of an active job do not end by themselves.
      if (response.headers['content-type'] === 'text/event-stream') {
        response.once('data', (chunk: Buffer) => {
          resolve(answer(chunk.toString()))
          response.destroy()
        })
      }
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve(answer(Buffer.concat(chunks).toString())))
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body ?? undefined)
  })

test('any request gets a described response, and never a server error', {
  timeout: 3_600_000,
}, async () => {
  const app = await startAppServer({ rateLimit: 0 })
  const { json } = await app.call('GET', '/openapi.json')
  const description = json as unknown as Description
  const operations = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ method, path })),
  )
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const key = await app.newKey({ scopes: ['admin'] })
  const known = { operations, projectId: app.project, jobId: String(created.json.id), key }
  const check = createCheck(description)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  onTestFinished(() => agent.destroy())
  const seen = new Set<number>()

  await assertAsyncProperty(
    fc.asyncProperty(anyRequest(known), async (sent) => {
      const { status, headers, text } = await send(app, agent, sent)
      seen.add(status)
      expect(status).toBeLessThan(500)
      if (status >= 400) {
        expect(headers.get('content-type')).toBe('application/json')
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
        if (sent.method !== 'HEAD')
          expect(JSON.parse(text)).toEqual({ error: expect.stringMatching(/\S{2}/) })
      }
      // What is no request, or asks for no path, is refused before anybody asks which operation was meant.
      if (!NO_REQUEST.test(text)) check({ ...sent, status, headers, text })
    }),
    { numRuns: LONG ?? 300 },
  )
  // Otherwise the draws would all be turned away at the door.
  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 405, 415]))
  expect(app.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  expect((await app.call('GET', `/v2/agent/${app.project}/job/${known.jobId}`)).status).toBe(200)
})

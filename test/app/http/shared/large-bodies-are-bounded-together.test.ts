import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { countBodyFor, LARGE_BODIES_OF_MEMBER, readBody } from '../../../../src/app/http/shared/read-body.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'

const MIB = 1024 * 1024
// All requests bring the same one, so that the test needs little memory.
const PART = Buffer.alloc(4 * MIB)

type Arriving = PassThrough & IncomingMessage

const arriving = (headers: IncomingMessage['headers']): Arriving =>
  Object.assign(new PassThrough({ highWaterMark: 16 * MIB }), { headers }) as Arriving

const LARGE = { 'content-length': String(8 * MIB) }

/** A body that has arrived in part. */
function begun(headers: IncomingMessage['headers'] = LARGE, of?: Parameters<typeof countBodyFor>[1]) {
  const request = arriving(headers)
  if (of !== undefined) countBodyFor(request, of)
  const body = readBody(request, 10 * MIB)
  request.write(PART)
  return { request, body }
}

test('large bodies may buffer 256 MiB in total; the next is refused until one is done, and small ones are read', async () => {
  const open = Array.from({ length: 64 }, () => begun())
  await new Promise(setImmediate)
  const refusal = { status: 503, headers: { 'retry-after': '5' } }
  await expect(begun().body).rejects.toMatchObject(refusal)
  await expect(begun({ 'transfer-encoding': 'chunked' }).body).rejects.toMatchObject(refusal)

  const small = arriving({ 'content-length': '1' })
  const read = readBody(small, MIB)
  small.end('x')
  expect(String(await read)).toBe('x')

  const [first, second, ...rest] = open
  first?.request.end(PART)
  await expect(first?.body).rejects.toMatchObject(refusal)
  second?.request.end()
  expect((await second?.body)?.length).toBe(4 * MIB)
  for (const { request } of rest) request.destroy()
  for (const { body } of rest) await expect(body).rejects.toMatchObject({ status: 400 })

  const again = begun()
  again.request.end(PART)
  expect((await again.body).length).toBe(8 * MIB)
})

test('an account may hold 64 of 256 MiB, and a member 48, until a request ends', async () => {
  const refusal = { status: 503 }
  const [mona, ada] = ['mona', 'ada'].map((member) => ({ group: 'acme', member }))
  const open = Array.from({ length: 12 }, () => begun(LARGE, mona))
  await new Promise(setImmediate)
  await expect(begun(LARGE, mona).body).rejects.toMatchObject(refusal)
  open.push(...Array.from({ length: 4 }, () => begun(LARGE, ada)))
  await new Promise(setImmediate)
  await expect(begun(LARGE, ada).body).rejects.toMatchObject(refusal)
  open.push(begun(LARGE, { group: 'umbrella', member: 'ben' }))
  open[0]?.request.end()
  expect((await open[0]?.body)?.length).toBe(4 * MIB)
  open.push(begun(LARGE, ada))
  await new Promise(setImmediate)
  for (const { request } of open.slice(1)) request.end()
  for (const { body } of open.slice(1)) expect((await body).length).toBe(4 * MIB)
})

/** Sends a body but for its last byte. */
function stall({ url, project }: AppServer, key: string): ClientRequest {
  const request = httpRequest(`${url}/v2/agent/${project}/job`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': String(PART.length),
    },
  })
  request.on('error', () => {})
  request.write(PART.subarray(1))
  return request
}

test('a key whose bodies do not end keeps no other member from sending a large one', async () => {
  const app = await startAppServer({ rateLimit: 0 })
  const greedy = await app.newKey({ name: 'greedy' })
  const body = { prompt: 'x'.repeat(100_000) }
  const stalled = Array.from({ length: LARGE_BODIES_OF_MEMBER / PART.length }, () => stall(app, greedy))
  onTestFinished(() => {
    for (const request of stalled) request.destroy()
  })
  const create = async (key: string) =>
    (await app.call('POST', `/v2/agent/${app.project}/job`, { body, key })).status
  await expect.poll(() => create(greedy)).toBe(503)
  expect(await create(app.key)).toBe(201)
})

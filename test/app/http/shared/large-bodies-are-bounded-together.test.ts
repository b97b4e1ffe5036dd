import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readBody } from '../../../../src/app/http/shared/read-body.ts'

const MIB = 1024 * 1024
// All requests bring the same one, so that the test needs little memory.
const PART = Buffer.alloc(4 * MIB)

type Arriving = PassThrough & IncomingMessage

const arriving = (headers: IncomingMessage['headers']): Arriving =>
  Object.assign(new PassThrough({ highWaterMark: 16 * MIB }), { headers }) as Arriving

const LARGE = { 'content-length': String(8 * MIB) }

/** A body that has arrived in part. */
function begun(headers: IncomingMessage['headers'] = LARGE) {
  const request = arriving(headers)
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

import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { readBody } from '../../../../src/app/http/shared/read-body.ts'

const MIB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function memory(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const arriving = (): PassThrough & IncomingMessage =>
  Object.assign(new PassThrough({ highWaterMark: 16 * MIB }), { headers: {} }) as PassThrough &
    IncomingMessage

test('a body of a million chunks of one byte holds little more than its bytes', async () => {
  const request = arriving()
  const before = memory()
  const body = readBody(request, 4 * MIB)
  // A chunk is a part of what was read from the socket, which stays as long as the part.
  for (let sent = 0; sent < 1_000_000; sent += 10_000) {
    const read = Buffer.alloc(60_000, 'a')
    for (let n = 0; n < 10_000; n++) request.write(read.subarray(n * 6, n * 6 + 1))
    await new Promise(setImmediate)
  }
  // A chunk for each byte would hold more than 100 MiB.
  expect(memory() - before).toBeLessThan(32 * MIB)
  request.end()
  expect((await body).equals(Buffer.alloc(1_000_000, 'a'))).toBe(true)
})

test('a body that arrives whole is not copied', async () => {
  const request = arriving()
  Object.assign(request.headers, { 'content-length': '5' })
  const whole = Buffer.from('whole')
  request.end(whole)
  expect(await readBody(request, 4 * MIB)).toBe(whole)
})

test('chunks of all sizes are joined in their order', async () => {
  const request = arriving()
  const body = readBody(request, 4 * MIB)
  const sizes = [1, 70_000, 3, 16_384, 16_383, 65_536, 65_535, 2, 200_000, 1]
  const parts = sizes.map((size, i) => Buffer.alloc(size, 97 + i))
  for (const part of parts) request.write(part)
  request.end()
  expect((await body).equals(Buffer.concat(parts))).toBe(true)
})

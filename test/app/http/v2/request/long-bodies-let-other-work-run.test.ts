import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createCall } from '../../../../../src/app/http/shared/call.ts'
import { jsonBody } from '../../../../../src/app/http/shared/json-body.ts'
import { loopIteration } from '../../../../../src/app/store/loop-iteration.ts'

/** Reads a body. Whether it was parsed in the same iteration of the event loop in which it was checked. */
async function isCheckedWhenParsed(prompt: string): Promise<boolean> {
  const body = JSON.stringify({ prompt })
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  const request = Object.assign(new PassThrough(), { headers }) as PassThrough & IncomingMessage
  request.end(body)
  const iterations: object[] = []
  const parse = JSON.parse.bind(JSON)
  const parses = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    iterations.push(loopIteration())
    return parse(text, reviver)
  })
  const schema = z.preprocess(
    (value) => {
      iterations.push(loopIteration())
      return value
    },
    z.object({ prompt: z.string() }),
  )
  const read = await jsonBody(createCall(request, {} as ServerResponse, '/', {}, {}), schema)
  parses.mockRestore()
  expect([read.value, iterations.length]).toEqual([{ prompt }, 2])
  return iterations[0] === iterations[1]
}

test('a long body is parsed in one turn of the event loop and checked in another, a short one in the same', async () => {
  expect(await isCheckedWhenParsed('a'.repeat(300_000))).toBe(false)
  expect(await isCheckedWhenParsed('a')).toBe(true)
})

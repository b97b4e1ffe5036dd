import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { jsonBody } from '../../../../../src/app/http/shared/json-body.ts'

/** Reads a body. Whether it was parsed in the same iteration of the event loop in which it was checked. */
async function isCheckedWhenParsed(prompt: string): Promise<boolean> {
  const body = JSON.stringify({ prompt })
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }
  const request = Object.assign(new PassThrough(), { headers }) as PassThrough & IncomingMessage
  request.end(body)
  let turn = 0
  let next = setImmediate(function count() {
    turn += 1
    next = setImmediate(count)
  })
  const turns: number[] = []
  const parse = JSON.parse.bind(JSON)
  const parses = vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    turns.push(turn)
    return parse(text, reviver)
  })
  const schema = z.preprocess(
    (value) => {
      turns.push(turn)
      return value
    },
    z.object({ prompt: z.string() }),
  )
  const read = await jsonBody(request, schema)
  parses.mockRestore()
  clearImmediate(next)
  expect([read.value, turns.length]).toEqual([{ prompt }, 2])
  return turns[0] === turns[1]
}

test('a long body is parsed in one turn of the event loop and checked in another, a short one in the same', async () => {
  expect(await isCheckedWhenParsed('a'.repeat(300_000))).toBe(false)
  expect(await isCheckedWhenParsed('a')).toBe(true)
})

import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { jsonBody } from '../../../../../src/app/http/shared/json-body.ts'

/** Reads a body. In how many iterations of the event loop it was parsed, checked and handed over. */
async function countTurns(prompt: string): Promise<number> {
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
  turns.push(turn)
  parses.mockRestore()
  clearImmediate(next)
  expect([read.value, turns.length]).toEqual([{ prompt }, 3])
  return new Set(turns).size
}

test('a long body is parsed, checked and handed over in a turn of the event loop each, a short one in one', async () => {
  expect(await countTurns('a'.repeat(300_000))).toBe(3)
  expect(await countTurns('a')).toBe(1)
})

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { withoutWords } from './strip-descriptions.ts'

const file = new URL('interface.json', import.meta.url)

/** Where `now` lacks what a caller of `then` counts on, or wants more of that caller. */
function missing(then: unknown, now: unknown, place: string): string[] {
  if (Array.isArray(then)) {
    if (!Array.isArray(now)) return [place]
    const here = new Set(now.map((item) => JSON.stringify(item)))
    const isMore = place.endsWith('.required') && now.length > then.length
    return then.some((item) => !here.has(JSON.stringify(item))) || isMore ? [place] : []
  }
  if (typeof then !== 'object' || then === null) return then === now ? [] : [place]
  if (typeof now !== 'object' || now === null) return [place]
  const current = now as Record<string, unknown>
  return Object.entries(then).flatMap(([name, value]) => missing(value, current[name], `${place}.${name}`))
}

test('the interface has everything that callers rely on; after an addition run scripts/freeze-interface.ts', async () => {
  const app = await startAppServer()
  const { json } = await app.call('GET', '/openapi.json')
  expect(missing(JSON.parse(await readFile(file, 'utf8')), withoutWords(json), 'description')).toEqual([])
})

test('removals are named, additions are not', () => {
  const then = {
    paths: { '/a': { get: { required: ['x'], enum: ['1', '2'], summary: { type: 'string' } } } },
  }
  const changed = (get: object) => missing(then, { paths: { '/a': { get }, '/b': {} } }, 'all')
  const { get } = then.paths['/a']
  expect(changed({ ...get, more: 1, enum: ['2', '1', '3'] })).toEqual([])
  expect(changed({ ...get, required: ['x', 'y'] })).toEqual(['all.paths./a.get.required'])
  expect(changed({ ...get, enum: ['1'] })).toEqual(['all.paths./a.get.enum'])
  expect(changed({ ...get, summary: { type: 'number' } })).toEqual(['all.paths./a.get.summary.type'])
  expect(missing(then, { paths: {} }, 'all')).toEqual(['all.paths./a'])
})

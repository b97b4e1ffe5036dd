import { expect, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '../../../src/app/log/create-log.ts'

function linesOf(write: (log: ReturnType<typeof createLog>['log']) => void): string[] {
  const lines: string[] = []
  write(createLog('debug', { write: (line) => void lines.push(line) }).log)
  return lines
}

const issues = z
  .array(z.strictObject({ a: z.string() }))
  .safeParse(Array.from({ length: 5_000 }, () => ({ ['k'.repeat(50)]: 1 }))).error
const cause = new Error('\u0000'.repeat(100_000))
const many = Array.from({ length: 50 }, () => new Error('x'.repeat(10_000), { cause }))

let nested: unknown = 'x'
for (let depth = 0; depth < 5_000; depth++) nested = { nested }

test.each<[string, object, string]>([
  ['the issues of a response', { err: issues }, 'failed'],
  ['a message of an error', { err: new Error('😀'.repeat(500_000)) }, 'failed'],
  ['errors of an error', { err: new AggregateError(many, 'all') }, 'failed'],
  ['a field', { name: 'x'.repeat(1_000_000) }, 'failed'],
  ['a list', { list: Array.from({ length: 100_000 }, (_, i) => i) }, 'failed'],
  [
    'names of fields',
    { map: Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}`.repeat(90_000), 1])) },
    'failed',
  ],
  ['nested objects', { nested, text: 'x'.repeat(100_000) }, 'failed'],
  [
    'many fields',
    Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field-${i}`, 'x'.repeat(50)])),
    'failed',
  ],
  ['a text', { job: 'job_1' }, 'x'.repeat(1_000_000)],
])('a line is short, whatever it contains: %s', (_, fields, text) => {
  const [line = '', ...others] = linesOf((log) => log.error({ project: 'prj_ya', ...fields }, text))
  expect(others).toEqual([])
  expect(line.length).toBeLessThan(256 * 1024)
  expect(line.indexOf('\n')).toBe(line.length - 1)
  expect(JSON.parse(line)).toMatchObject({ level: 50, project: 'prj_ya', msg: expect.any(String) })
})

test('a line of usual length stays as it is', () => {
  const err = new Error('it failed', { cause: new Error('the connection was closed') })
  const [line = ''] = linesOf((log) =>
    log.error({ err, list: Array.from({ length: 100 }, () => 'entry') }, 'failed'),
  )
  expect(JSON.parse(line).list).toHaveLength(100)
  expect(JSON.parse(line).err.stack).toContain('the connection was closed')
})

import { expect, test } from 'vitest'
import { shortLogLine } from '../../../sandbox/cli/short-log-line.ts'

const line = (entry: object) => `app: ${JSON.stringify({ time: 1, pid: 2, hostname: 'h', ...entry })}`

test('a warning is one line with its fields and its cause', () => {
  const entry = {
    level: 40,
    msg: 'trying again',
    job: 'job_1',
    run: 2,
    err: { message: 'no\n  way', stack: 'at' },
  }
  expect(shortLogLine(line(entry))).toBe('app warning: trying again: no way (job job_1, run 2)')
})

test('an error is one line, without nested fields and truncated', () => {
  const entry = { level: 50, msg: 'x'.repeat(1000), req: { url: '/' } }
  expect(shortLogLine(line(entry))).toBe(`app error: ${'x'.repeat(300)} … (1000 characters)`)
})

test('levels below warning are not shown', () => {
  expect(shortLogLine(line({ level: 30, msg: 'request completed' }))).toBeNull()
})

test.each(['app: it crashed (SIGKILL)', 'app: {"half', 'app: 7', 'git http-backend: no'])(
  'a line that is not a log entry is unchanged: %s',
  (text) => {
    expect(shortLogLine(text)).toBe(text)
  },
)

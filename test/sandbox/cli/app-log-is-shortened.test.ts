import { expect, test } from 'vitest'
import { shortLogLine } from '../../../sandbox/cli/short-log-line.ts'

const line = (entry: object) => `app: ${JSON.stringify({ time: 1, pid: 2, hostname: 'h', ...entry })}`

test('a warning is one line, with its fields and why', () => {
  const entry = {
    level: 40,
    msg: 'trying again',
    job: 'job_1',
    run: 2,
    err: { message: 'no\n  way', stack: 'at' },
  }
  expect(shortLogLine(line(entry))).toBe('app warning: trying again: no way (job job_1, run 2)')
})

test('an error, too; what is nested is left out, what is long is cut', () => {
  const entry = { level: 50, msg: 'x'.repeat(1000), req: { url: '/' } }
  expect(shortLogLine(line(entry))).toBe(`app error: ${'x'.repeat(300)} … (1000 characters)`)
})

test('less than a warning is not shown', () => {
  expect(shortLogLine(line({ level: 30, msg: 'request completed' }))).toBeNull()
})

test.each(['app: it ended by itself (SIGKILL)', 'app: {"half', 'app: 7', 'git http-backend: no'])(
  'what is no entry stays as it is: %s',
  (text) => {
    expect(shortLogLine(text)).toBe(text)
  },
)

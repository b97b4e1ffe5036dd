import { expect, test } from 'vitest'
import { limitedUntil } from '../../../../src/app/github/request/classify-error.ts'

const NOW = 1_800_000_000_000
const limited = (headers: Record<string, string>) =>
  limitedUntil({ status: 403, headers, message: 'slow down', cause: null } as never, NOW)

test.each([
  [
    'a reset in milliseconds instead of seconds',
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW) },
  ],
  ['a retry-after of a year', { 'retry-after': '31536000' }],
])('%s gives a pause of an hour at most', (_, headers) => {
  expect(limited(headers)).toBe(NOW + 3_600_000)
})

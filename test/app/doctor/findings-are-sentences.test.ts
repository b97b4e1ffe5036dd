import { expect, test } from 'vitest'
import { fail, lineOf, ok, warn } from '../../../src/app/doctor/finding.ts'

test('the advice follows the finding as a separate sentence', () => {
  expect(lineOf(ok('store', 'it is in order'))).toBe('ok    store          it is in order')
  expect(lineOf(warn('paused', 'no run starts: costs', '`npm run resume`'))).toBe(
    'warn  paused         no run starts: costs. Next: `npm run resume`',
  )
  expect(lineOf(fail('settings', 'did you mean setup?', 'fix the file'))).toBe(
    'fail  settings       did you mean setup? Next: fix the file',
  )
})

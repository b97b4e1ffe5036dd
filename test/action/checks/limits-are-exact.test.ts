import { expect, test } from 'vitest'
import { describeForModel } from '../../../src/action/checks/checks-report.ts'

const failed = (output: string) => ({ name: 'T', passed: false, detail: 'exit code 1', seconds: 1, output })
const describe = (length: number, count: number) => {
  const results = Array.from({ length: count }, () => failed('x'.repeat(length)))
  return describeForModel({ kind: 'ran', results }, (text) => text).data
}
const whole = (length: number) => `\n${'x'.repeat(length)}`

test('8,000 characters of the output of one check go to the model, 20,000 of all', () => {
  expect(describe(8000, 1)).toContain(whole(8000))
  expect(describe(8001, 1)).not.toContain(whole(8001))
  expect(describe(5000, 4)).toContain(whole(5000))
  expect(describe(5001, 4)).not.toContain(whole(5001))
})

import { expect, test } from 'vitest'
import { logLine } from '../../../src/action/log/log.ts'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'
import { readEnvironment } from '../../../src/action/start/read-environment.ts'

test('a variable of a secret counts from eight characters on', () => {
  const { secrets } = readEnvironment({ A_TOKEN: 'q7w8e9r', B_TOKEN: 'q7w8e9r0' })
  expect(secrets).toEqual(['q7w8e9r0'])
})

test('a secret is looked for from eight characters on', () => {
  expect(indexSecrets(['q7w8e9r']).find('q7w8e9r')).toEqual([])
  expect(indexSecrets(['q7w8e9r0']).find('q7w8e9r0')).toEqual([{ start: 0, end: 8 }])
})

test('a line of the log has 1,000 characters', () => {
  expect(logLine('x'.repeat(1000))).toHaveLength(1000)
  expect(logLine('x'.repeat(1001))).toHaveLength(1000)
})

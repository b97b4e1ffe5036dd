import { expect, test } from 'vitest'
import { checkFeatures, checkProtocolVersion, hasFeature } from '../../../src/app/domain/protocol-version.ts'
import type { Assignment } from '../../../src/contract/runner-protocol/assignment.ts'
import { OLDEST_PROTOCOL_VERSION, PROTOCOL_VERSION } from '../../../src/contract/runner-protocol/protocol.ts'

const SERVED = { oldest: 3, newest: 5 }
const CHECKS: Assignment['checks'] = {
  commands: [{ name: 'test', run: 'npm test', seconds: 1 }],
  rounds: 1,
  setup: [],
}

test('versions from the oldest to the newest are served', () => {
  expect([3, 4, 5].map((spoken) => checkProtocolVersion(spoken, SERVED))).toEqual([null, null, null])
})

test('an older action is told which versions are served', () => {
  expect(checkProtocolVersion(2, SERVED)).toMatchObject({
    code: 'action-too-old',
    message: expect.stringContaining('it uses protocol 2, and the server serves 3 and later'),
  })
})

test('a newer action is told the version of the server', () => {
  expect(checkProtocolVersion(6, SERVED)).toMatchObject({
    code: 'server-too-old',
    message: expect.stringContaining('6, and the server 5'),
  })
})

test('the server serves the versions of the contract', () => {
  expect(checkProtocolVersion(OLDEST_PROTOCOL_VERSION)).toBeNull()
  expect(checkProtocolVersion(PROTOCOL_VERSION)).toBeNull()
  expect(checkProtocolVersion(OLDEST_PROTOCOL_VERSION - 1)?.code).toBe('action-too-old')
  expect(checkProtocolVersion(PROTOCOL_VERSION + 1)?.code).toBe('server-too-old')
})

test('an action that announces nothing has no feature', () => {
  expect(hasFeature(undefined, 'checks')).toBe(false)
  expect(hasFeature([], 'checks')).toBe(false)
  expect(hasFeature(['checks'], 'checks')).toBe(true)
})

test('a run with checks needs an action that supports them', () => {
  expect(checkFeatures({ checks: CHECKS }, ['checks'])).toBeNull()
  expect(checkFeatures({}, undefined)).toBeNull()
  expect(checkFeatures({ checks: CHECKS }, ['other'])).toMatchObject({
    code: 'action-too-old',
    message: expect.stringContaining('it does not support checks, which the settings of the project require'),
  })
})

test('an action that cannot read issues is too old for a job about the text of one', () => {
  const issue = { number: 12, text: { title: 'Typo', body: 'It says teh.', author: 'ana' } }
  expect(checkFeatures({ issue }, ['checks'])).toMatchObject({
    code: 'action-too-old',
    message: expect.stringContaining('it cannot read the issue that the job is for'),
  })
  expect(checkFeatures({ issue }, ['issue'])).toBeNull()
  expect(checkFeatures({ issue: { number: 12 } }, [])).toBeNull()
})

test('an action that cannot limit a job to files is too old for a job of a batch', () => {
  const rules = { files: ['docs/a.md'] }
  expect(checkFeatures({ rules }, ['checks'])).toMatchObject({
    code: 'action-too-old',
    message: expect.stringContaining('it cannot limit a job to the files of its batch'),
  })
  expect(checkFeatures({ rules }, ['files'])).toBeNull()
  expect(checkFeatures({ rules: {} }, [])).toBeNull()
})

test.each(['ask', 'plan'] as const)('an action that knows no modes gets no run with the mode %s', (mode) => {
  expect(checkFeatures({ mode }, ['checks', 'plan'])).toMatchObject({
    code: 'action-too-old',
    message: expect.stringContaining(`it does not know the mode \`${mode}\`, and would change files`),
  })
  expect(checkFeatures({ mode }, ['mode'])).toBeNull()
})

test('an action that returns no output is too old for a job with an output schema', () => {
  expect(checkFeatures({ outputSchema: {} }, ['mode'])).toMatchObject({
    code: 'action-too-old',
    message: expect.stringContaining('it cannot return the output that the job asks for'),
  })
  expect(checkFeatures({ outputSchema: {} }, ['output'])).toBeNull()
})

test('an action that cannot hold CI is too old where the settings require that', () => {
  const outside = { read: ['the issue'], holdCi: true }
  expect(checkFeatures({ outside }, ['update'])).toMatchObject({
    code: 'action-too-old',
    message: expect.stringContaining('it cannot hold CI, which the settings of the project require'),
  })
  expect(checkFeatures({ outside }, ['outside'])).toBeNull()
  expect(checkFeatures({ outside: { ...outside, holdCi: false } }, [])).toBeNull()
})

test('an action that cannot merge the base is too old for an update of the branch', () => {
  const update = { alone: true, mergesWorkflows: false }
  expect(checkFeatures({ update }, ['outside'])).toMatchObject({
    code: 'action-too-old',
    message: expect.stringContaining('it cannot merge the base into the branch'),
  })
  expect(checkFeatures({ update }, ['update'])).toBeNull()
})

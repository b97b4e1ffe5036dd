import { expect, test } from 'vitest'
import { DEFAULT_ACTION_REF } from '../../../src/app/config/action-ref.ts'
import { readConfig } from '../../../src/app/config/read-config.ts'
import { makePrivateKey } from '../../support/app/private-key.ts'

const PRIVATE_KEY = makePrivateKey()

const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const read = (ACTION_REF: string) =>
  readConfig({
    APP_ID: '12',
    PRIVATE_KEY,
    WEBHOOK_SECRET: 'a long enough secret',
    PUBLIC_URL: 'https://prentice.example.com',
    ALLOWED_ACCOUNTS: 'acme',
    ACTION_REF,
  })

test('the default names the action', () => {
  const [repository, ref] = DEFAULT_ACTION_REF.split('@')
  expect(read('')).toMatchObject({ config: { actionRef: { repository, ref, version: null } } })
})

test.each([
  ['acme/prentice@v1', 'acme/prentice', 'v1', null],
  ['acme/prentice@releases/v1', 'acme/prentice', 'releases/v1', null],
  [`acme/.prentice_x@${SHA}`, 'acme/.prentice_x', SHA, null],
  [` acme/prentice@${SHA}  # v1.2.3 `, 'acme/prentice', SHA, 'v1.2.3'],
])('%j names the action', (text, repository, ref, version) => {
  expect(read(text)).toMatchObject({ config: { actionRef: { repository, ref, version } } })
})

test.each([
  'prentice',
  'acme/prentice',
  'acme/prentice@',
  'acme/prentice@v 1',
  'acme/prentice@v1 v2',
  'acme/prentice/sub@v1',
  '@v1',
  './local@v1',
  'https://github.com/acme/prentice@v1',
  'docker://acme/prentice@v1',
  'acme/prentice@v1\nx: y',
  'acme/prentice@v1 # one two',
  'acme/prentice@8f4b7f8',
])('%j refuses to start, with a message that shows the form', (text) => {
  expect(read(text)).toEqual({
    kind: 'invalid',
    problems: [
      'ACTION_REF: write it as owner/name@ref, with a tag, a branch or a full commit SHA, for example owner/name@SHA # v1.2.3',
    ],
  })
})

import { expect, test } from 'vitest'
import { whyUnreachable } from '../../../src/app/net/why-unreachable.ts'

const CLOUD = 'https://github.com'
const ENTERPRISE = 'https://github.acme.example'

test.each([
  ['http://localhost:3000', 'localhost is an address of this machine only'],
  ['http://prentice.localhost', 'prentice.localhost is an address of this machine only'],
  ['http://127.0.0.1:3000', '127.0.0.1 is an address of this machine only'],
  ['http://[::1]:3000', '[::1] is an address of this machine only'],
  ['https://0.0.0.0', '0.0.0.0 is an address of this machine only'],
])('%s is not reached by any other machine', (url, why) => {
  expect(whyUnreachable(url, CLOUD)).toBe(why)
  expect(whyUnreachable(url, ENTERPRISE)).toBe(why)
})

test.each([
  'https://10.1.2.3',
  'https://172.16.0.1',
  'https://192.168.1.10:8443',
  'https://169.254.169.254',
  'https://100.64.0.1',
  'https://[fd00::1]',
  'https://[fe80::1]',
  'https://[::ffff:10.0.0.1]',
  'https://prentice.local',
  'https://prentice.local.',
  'https://PRENTICE.corp',
  'https://prentice.acme.internal',
  'https://prentice',
])('%s is not reached by github.com, and may be by a GitHub Enterprise Server', (url) => {
  expect(whyUnreachable(url, CLOUD)).toMatch(
    / is an address of a private network, which github\.com cannot reach$/,
  )
  expect(whyUnreachable(url, 'https://acme.ghe.com')).toMatch(/acme\.ghe\.com cannot reach$/)
  expect(whyUnreachable(url, ENTERPRISE)).toBeNull()
})

test.each([
  'https://prentice.example.com',
  'https://prentice.acme.dev:8443',
  'https://8.8.8.8',
  'https://[2a00:1450::1]',
  'https://local.acme.dev',
])('nothing speaks against %s', (url) => {
  expect(whyUnreachable(url, CLOUD)).toBeNull()
})

test('a GitHub on this machine reaches this machine', () => {
  expect(whyUnreachable('http://localhost:3000', 'http://127.0.0.1:4000')).toBeNull()
})

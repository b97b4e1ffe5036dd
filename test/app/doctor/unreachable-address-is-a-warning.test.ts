import { expect, test } from 'vitest'
import { checkConfiguration } from '../../../src/app/doctor/check-server.ts'

const SERVER = 'https://github.com'

test('an address that GitHub cannot reach is a warning with the way out', () => {
  expect(checkConfiguration({ publicUrl: 'https://10.0.0.5', serverUrl: SERVER })).toEqual({
    check: 'configuration',
    status: 'warn',
    text: 'GitHub cannot reach this server: 10.0.0.5 is an address of a private network, which github.com cannot reach',
    todo: 'set PUBLIC_URL to the address of a tunnel or of a reverse proxy with a public name, in the settings of the App, too',
  })
})

test('another address is in order', () => {
  expect(checkConfiguration({ publicUrl: 'https://prentice.example.com', serverUrl: SERVER })).toMatchObject({
    status: 'ok',
    text: 'it is complete',
  })
})

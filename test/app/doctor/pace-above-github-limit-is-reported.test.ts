import { expect, test } from 'vitest'
import { checkPace } from '../../../src/app/doctor/check-server.ts'

test.each([
  ['https://github.com', 60, 'ok'],
  ['https://github.com', 81, 'warn'],
  ['https://acme.ghe.com', 600, 'warn'],
  ['https://github.acme.example', 600, 'ok'],
])('%s, %i starts a minute: %s', (serverUrl, perMinute, status) => {
  const finding = checkPace({ serverUrl, starts: { perMinute, atOnce: 7 } })
  expect(finding).toMatchObject({ check: 'pace', status })
  expect(finding.text).toBe(
    `${perMinute} workflows of an installation are started in a minute, up to 7 simultaneously after a pause`,
  )
})

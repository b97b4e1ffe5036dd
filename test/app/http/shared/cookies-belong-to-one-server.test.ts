import { expect, test } from 'vitest'
import { cookieName } from '../../../../src/app/http/shared/cookie-name.ts'

test.each([
  ['https://prentice.example.com', '__Host-prentice-session'],
  ['https://prentice.example.com:8443', '__Host-prentice-session-8443'],
  ['http://127.0.0.1:3000', 'prentice-session-3000'],
  ['http://localhost:3100', 'prentice-session-3100'],
])('the cookie of %s is called %s', (publicUrl, name) => {
  expect(cookieName(publicUrl, 'prentice-session')).toBe(name)
})

import { expect, test } from 'vitest'
import { botOf, namesBot } from '../../src/mention/named-bots.ts'

test.each([
  ['sentry[bot]', 'sentry'],
  ['a[bot][bot]', 'a[bot]'],
  ['ana', null],
  ['[bot]', null],
  ['sentry[bot]x', null],
  ['sentry[Bot]', null],
])('the App behind %j is %j', (login, app) => {
  expect(botOf(login)).toBe(app)
})

test('settings name an App in any letter case, as a whole', () => {
  expect(namesBot(['dependabot', 'Sentry'], 'sentry')).toBe(true)
  expect(namesBot(['sentry'], 'SENTRY')).toBe(true)
  expect(namesBot(['sentry-staging'], 'sentry')).toBe(false)
  expect(namesBot([], 'sentry')).toBe(false)
})

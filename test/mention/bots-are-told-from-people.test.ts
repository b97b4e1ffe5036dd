import { expect, test } from 'vitest'
import { botOf, isAsker, namesBot } from '../../src/mention/named-bots.ts'

test.each([
  ['sentry[bot]', 'sentry'],
  ['a[bot][bot]', 'a[bot]'],
  ['ana', null],
  ['[bot]', null],
  ['sentry[bot]x', null],
  ['sentry[Bot]', null],
])('the App behind %j is %j', (login, app) => {
  expect(botOf({ login })).toBe(app)
})

test.each([
  ['Copilot', 'Bot', 'Copilot', true],
  ['renovate[bot]', 'Bot', 'renovate', true],
  ['ana', 'User', null, true],
  ['renovate[bot]', 'User', 'renovate', false],
  ['acme', 'Organization', null, false],
  ['renovate[bot]', 'Mannequin', 'renovate', false],
])('the App of %s with the type %s is %j, and may be named: %j', (login, type, app, asks) => {
  expect([botOf({ login, type }), isAsker({ login, type })]).toEqual([app, asks])
})

test('settings name an App in any letter case, as a whole', () => {
  expect(namesBot(['dependabot', 'Sentry'], 'sentry')).toBe(true)
  expect(namesBot(['sentry'], 'SENTRY')).toBe(true)
  expect(namesBot(['sentry-staging'], 'sentry')).toBe(false)
  expect(namesBot([], 'sentry')).toBe(false)
})

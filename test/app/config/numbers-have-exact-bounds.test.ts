import { expect, test } from 'vitest'
import { readConfig } from '../../../src/app/config/read-config.ts'
import { makePrivateKey } from '../../support/app/private-key.ts'

const good = {
  APP_ID: '12',
  PRIVATE_KEY: makePrivateKey(),
  WEBHOOK_SECRET: 'a long enough secret',
  PUBLIC_URL: 'https://prentice.example.com',
  ALLOWED_ACCOUNTS: 'acme',
}

const isTaken = (name: string, value: string): boolean =>
  readConfig({ ...good, [name]: value }).kind === 'valid'

/** The least and the most of each variable, and what lies just beyond; `null`: there is no most. */
test.each<[string, least: string, below: string, most: string | null, above: string | null]>([
  ['APP_ID', '1', '0', null, null],
  ['PORT', '0', '-1', '65535', '65536'],
  ['METRICS_PORT', '1', '0', '65535', '65536'],
  ['RATE_LIMIT', '0', '-1', '1000', '1001'],
  ['RUN_STEPS', '1', '0', null, null],
  ['RUN_MINUTES', '0.1', '0.09', '360', '360.1'],
  ['RUN_COST_USD', '0.01', '0.009', null, null],
  ['RUN_TOKENS', '1000', '999', null, null],
  ['RUNS_AT_ONCE', '1', '0', '1000', '1001'],
  ['STARTS_PER_MINUTE', '1', '0', '600', '601'],
  ['STARTS_AT_ONCE', '1', '0', '100', '101'],
  ['DAILY_COST_USD', '0.01', '0.009', null, null],
  ['PATCHES_PROJECT_MIB', '0', '-1', null, null],
  ['PATCHES_ACCOUNT_MIB', '0', '-1', null, null],
  ['START_WITHIN_HOURS', '0.01', '0.009', '840', '840.1'],
  ['ARCHIVE_AFTER_DAYS', '0', '-1', '36500', '36501'],
  ['DELETE_AFTER_DAYS', '0', '-1', '36500', '36501'],
  ['AUDIT_DAYS', '1', '0', '3650', '3651'],
])('%s has exact bounds', (name, least, below, most, above) => {
  expect([isTaken(name, least), isTaken(name, below)]).toEqual([true, false])
  if (most !== null && above !== null)
    expect([isTaken(name, most), isTaken(name, above)]).toEqual([true, false])
})

test.each([
  'PORT',
  'METRICS_PORT',
  'RATE_LIMIT',
  'RUN_STEPS',
  'RUN_TOKENS',
  'RUNS_AT_ONCE',
  'STARTS_PER_MINUTE',
  'STARTS_AT_ONCE',
  'PATCHES_PROJECT_MIB',
  'PATCHES_ACCOUNT_MIB',
  'ARCHIVE_AFTER_DAYS',
  'DELETE_AFTER_DAYS',
])('%s is a whole number', (name) => {
  expect([isTaken(name, '2000.5'), isTaken(name, '50.5')]).toEqual([false, false])
})

test.each<[string, number]>([
  ['WEBHOOK_SECRET', 12],
  ['KEY_PEPPER', 32],
  ['METRICS_TOKEN', 16],
])('%s has at least %i characters', (name, least) => {
  expect([isTaken(name, 's'.repeat(least)), isTaken(name, 's'.repeat(least - 1))]).toEqual([true, false])
})

import { expect, test } from 'vitest'
import { checkDashboard } from '../../../src/app/doctor/check-app.ts'

const github = { readApp: async () => ({ slug: 'prentice-acme', permissions: {}, events: [] }) }
const SETTINGS = 'https://github.com/organizations/acme/settings'
const check = (clientSecret: string | null) =>
  checkDashboard(github, { clientSecret, publicUrl: 'https://prentice.example' }, SETTINGS)

test('without a client secret, the doctor says where to generate it and which callback URL to add', async () => {
  expect(await check(null)).toEqual([
    {
      check: 'dashboard',
      status: 'warn',
      text: 'nobody can sign in, because CLIENT_SECRET is not set',
      todo: `generate a client secret on ${SETTINGS}/apps/prentice-acme, add the callback URL https://prentice.example/dashboard/callback there, and set CLIENT_SECRET`,
    },
  ])
})

test('with one, it names the address of the dashboard', async () => {
  expect(await check('secret')).toMatchObject([
    { status: 'ok', text: 'people sign in at https://prentice.example/dashboard' },
  ])
})

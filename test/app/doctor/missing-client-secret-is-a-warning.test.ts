import { expect, test } from 'vitest'
import { checkDashboard } from '../../../src/app/doctor/check-app.ts'

const app = { slug: 'prentice-acme', clientId: 'Iv1', permissions: {}, events: [] }
const SETTINGS = 'https://github.com/organizations/acme/settings'
const PUBLIC_URL = 'https://prentice.example'
const check = (
  clientSecret: string | null,
  on: { clientId?: string | null; inGithub?: string | null } = {},
) => {
  const github = {
    readApp: async () => ({ ...app, clientId: on.inGithub === undefined ? 'Iv1' : on.inGithub }),
  }
  return checkDashboard(
    github,
    { clientId: on.clientId ?? null, clientSecret, publicUrl: PUBLIC_URL },
    SETTINGS,
  )
}

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

test('CLIENT_ID is required if GitHub does not return the client id', async () => {
  expect(await check('secret', { inGithub: null })).toMatchObject([
    { status: 'warn', todo: `set CLIENT_ID to the Client ID on ${SETTINGS}/apps/prentice-acme` },
  ])
  expect(await check('secret', { inGithub: null, clientId: 'Iv2' })).toMatchObject([{ status: 'ok' }])
})

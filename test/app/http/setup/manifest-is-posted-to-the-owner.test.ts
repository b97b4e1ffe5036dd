import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { formOf } from '../../../support/app/setup-process.ts'
import { choose, enter, openSetupPages, send } from './setup-pages.ts'

const FILE: Record<string, unknown> = parse(
  readFileSync(new URL('../../../../app.yml', import.meta.url), 'utf8'),
)
const GHES = { serverUrl: 'https://github.acme.example', apiUrl: 'https://github.acme.example/api/v3' }
const PERSON = { owner: 'person', storage: 'file' }

test.each([
  ['a person', {}, PERSON, 'https://github.com/settings/apps/new'],
  [
    'an organisation',
    {},
    { owner: 'organisation', organisation: ' acme ', storage: 'page' },
    'https://github.com/organizations/acme/settings/apps/new',
  ],
  ['a person on Enterprise Server', GHES, PERSON, 'https://github.acme.example/settings/apps/new'],
])('the manifest of %s is posted to their settings', async (_, change, fields, expected) => {
  const pages = await openSetupPages(change)
  const cookie = await enter(pages)
  const { page } = await choose(pages, cookie, fields)
  const { action, fields: hidden } = formOf({ ...page, url: '' })
  expect(action).toMatch(/\?state=[\w-]{43}$/)
  expect(action.split('?')[0]).toBe(expected)
  const manifest = JSON.parse(hidden.manifest ?? '')
  expect(manifest).toEqual({
    ...FILE,
    name: fields.owner === 'person' ? FILE.name : `${FILE.name} acme`,
    hook_attributes: { url: 'https://prentice.example.com/api/github/webhooks', active: true },
    redirect_url: 'https://prentice.example.com/setup/callback',
    setup_url: 'https://prentice.example.com/dashboard/installed',
    setup_on_update: true,
  })
})

test('a long name is cut to what GitHub takes', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const organisation = 'a'.repeat(39)
  const { page } = await choose(pages, cookie, { owner: 'organisation', organisation, storage: 'file' })
  expect(JSON.parse(formOf({ ...page, url: '' }).fields.manifest ?? '').name).toHaveLength(34)
})

test('for an enterprise, which GitHub takes no manifest for, the form on GitHub is filled in', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const { page } = await choose(pages, cookie, {
    owner: 'enterprise',
    enterprise: 'acme-inc',
    storage: 'file',
  })
  const link = new URL(/href="(https:[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '')
  expect(link.origin + link.pathname).toBe('https://github.com/enterprises/acme-inc/settings/apps/new')
  expect(link.searchParams.get('webhook_url')).toBe('https://prentice.example.com/api/github/webhooks')
  expect(link.searchParams.getAll('events[]')).toEqual(FILE.default_events)
  expect(page.text).not.toContain('name="manifest"')
  // Without it, nobody could sign in to the dashboard.
  expect(page.text).toContain('<code>CLIENT_SECRET</code>')
})

test.each([
  ['no owner', { storage: 'file' }, 'Choose who owns the App.'],
  ['no storage', { owner: 'person', storage: 'elsewhere' }, 'Choose where the credentials go.'],
  [
    'no organisation',
    { owner: 'organisation', organisation: '', storage: 'file' },
    'name of the organisation',
  ],
  ['a path', { owner: 'organisation', organisation: '../acme', storage: 'file' }, 'name of the organisation'],
  ['an address', { owner: 'enterprise', enterprise: 'https://x', storage: 'file' }, 'name of the enterprise'],
])('%s is refused, and the form keeps the rest', async (_, fields, message) => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const sent = await send(pages, '/setup/app', { cookie, fields })
  expect(sent.status).toBe(422)
  expect(sent.text).toContain(message)
  expect(sent.text).toMatch(/<p class="error" id="error" role="alert">/)
  expect((await send(pages, '/setup/confirm', { cookie })).location).toBe('/setup/app')
})

test('an address that GitHub cannot reach is named on the way, with the ways out', async () => {
  const pages = await openSetupPages({ publicUrl: 'https://prentice.local' })
  const origin = 'https://prentice.local'
  const entered = await send(pages, '/setup', { origin, fields: { token: pages.token } })
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { text } = await send(pages, '/setup/app', { cookie })
  expect(text).toContain('GitHub cannot reach this server:')
  expect(text).toContain('prentice.local is an address of a private network')
  expect(text).toContain('a tunnel')
  expect(text).toContain('standalone mode')
})

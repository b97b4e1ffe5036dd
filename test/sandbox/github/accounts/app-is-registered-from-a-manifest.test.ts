import { expect, onTestFinished, test } from 'vitest'
import { startSandboxGithub } from '../../../../sandbox/github/github.ts'
import { appJwt, pick, temporaryDirectory } from '../github-scene.ts'
import { responseViolations } from '../openapi/openapi-slice.ts'

const MANIFEST = {
  name: 'Prentice acme',
  url: 'https://prentice.example.com',
  redirect_url: 'https://prentice.example.com/setup/callback',
  hook_attributes: { url: 'https://prentice.example.com/api/github/webhooks', active: true },
  default_permissions: { contents: 'write' },
  default_events: ['push'],
}
const ORGANISATION = '/organizations/acme/settings/apps/new'

async function start() {
  let passed = 0
  const github = await startSandboxGithub({
    dialect: 'github',
    directory: await temporaryDirectory(),
    now: () => new Date(Date.now() + passed),
  })
  onTestFinished(() => github.close())
  github.createAccount({ login: 'acme', type: 'Organization' })
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${github.serverUrl}${path}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    })
  const convert = async (code: string) => {
    const response = await fetch(`${github.apiUrl}/app-manifests/${code}/conversions`, { method: 'POST' })
    const body: unknown = await response.json()
    return { status: response.status, body }
  }
  const create = async (path = ORGANISATION, manifest: object = MANIFEST) => {
    const fields = { manifest: JSON.stringify(manifest), app_name: 'Prentice acme' }
    const { status, headers } = await post(path, fields)
    return { status, location: new URL(headers.get('location') ?? 'none:') }
  }
  return { github, post, convert, create, passHours: (count: number) => (passed += count * 3_600_000) }
}

test('a posted manifest shows a form with the name, which creates the app', async () => {
  const { github, post, convert, create } = await start()
  const shown = await post(`${ORGANISATION}?state=s1`, { manifest: JSON.stringify(MANIFEST) })
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain('Create GitHub App for acme')
  const { status, location } = await create(`${ORGANISATION}?state=s1`)
  expect({ status, page: location.origin + location.pathname }).toEqual({
    status: 302,
    page: MANIFEST.redirect_url,
  })
  expect(location.searchParams.get('state')).toBe('s1')
  const converted = await convert(location.searchParams.get('code') ?? '')
  expect(responseViolations('POST /app-manifests/{code}/conversions', 201, converted.body)).toEqual([])
  expect(converted).toMatchObject({ status: 201, body: { slug: 'prentice-acme', owner: { login: 'acme' } } })
  const jwt = await appJwt(String(pick(converted.body, 'id')), String(pick(converted.body, 'pem')))
  const app = await fetch(`${github.apiUrl}/app`, { headers: { authorization: `Bearer ${jwt}` } })
  expect(await app.json()).toMatchObject({ permissions: { contents: 'write' }, events: ['push'] })
})

test('a code works once', async () => {
  const { convert, create } = await start()
  const code = (await create('/settings/apps/new')).location.searchParams.get('code') ?? ''
  expect((await convert(code)).status).toBe(201)
  expect((await convert(code)).status).toBe(404)
})

test('a code works for an hour', async () => {
  const { convert, create, passHours } = await start()
  const code = (await create()).location.searchParams.get('code') ?? ''
  passHours(1)
  expect((await convert(code)).status).toBe(404)
})

test('a name that another app has is refused, and can be changed', async () => {
  const { post, create } = await start()
  await create()
  const fields = { manifest: JSON.stringify(MANIFEST), app_name: 'prentice-ACME' }
  const refused = await post(ORGANISATION, fields)
  expect({ status: refused.status, text: await refused.text() }).toMatchObject({
    status: 422,
    text: expect.stringContaining('Name is already taken'),
  })
})

test.each([
  ['an unknown organisation', '/organizations/nobody/settings/apps/new', {}, 404],
  ['a user in the place of an organisation', '/organizations/octo-admin/settings/apps/new', {}, 404],
  ['no homepage', ORGANISATION, { url: undefined }, 422],
  ['a webhook without an address', ORGANISATION, { hook_attributes: { active: true } }, 422],
  ['an unknown level of a permission', ORGANISATION, { default_permissions: { contents: 'all' } }, 422],
])('%s is refused', async (_, path, change, expected) => {
  const { create } = await start()
  expect((await create(path, { ...MANIFEST, ...change })).status).toBe(expected)
})

import { expect, test } from 'vitest'
import { appJwt, pick, scene } from '../github-scene.ts'

type Fields = [string, string][]

/** Acts on the pages as somebody in a browser: a link or a form, and the page after it. */
async function pages(on: Awaited<ReturnType<typeof scene>>) {
  const { github } = on
  const open = async (path: string, fields: Fields | null = null) => {
    const body = fields && new URLSearchParams(fields)
    const answer = await fetch(new URL(path, github.serverUrl), {
      ...(body && { method: 'POST', body }),
      redirect: 'manual',
    })
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  const heard = async () => {
    await github.settled()
    return on.received.map(({ headers, body }) => {
      const {
        action,
        installation,
        repositories_added: added,
        repositories_removed: removed,
      } = JSON.parse(body)
      const names = [...(added ?? []), ...(removed ?? [])].map(({ name }: { name: string }) => name)
      return [headers['x-github-event'], action, installation?.account?.login, ...names].join(' ')
    })
  }
  return { open, heard }
}

test('an App is installed on chosen repositories, and again after it was uninstalled', async () => {
  const on = await scene()
  const { open, heard } = await pages(on)
  const { github, call } = on
  github.createAccount({ login: 'umbrella', type: 'Organization' })
  const { id } = await github.createRepository({ owner: 'umbrella', name: 'docs' })
  await github.createRepository({ owner: 'umbrella', name: 'code' })
  on.received.length = 0

  const accounts = await open('/apps/prentice/installations/new')
  expect(accounts.text).toContain('Configure acme')
  const [, link = ''] = /href="([^"]+)">Install umbrella/.exec(accounts.text) ?? []
  expect((await open(link)).text).toContain('contents: write')
  const nothing = await open(link, [['selection', 'selected']])
  expect([nothing.status, nothing.text]).toEqual([422, expect.stringContaining('Select at least one')])
  const installed = await open(link, [
    ['selection', 'selected'],
    ['repository', `${id}`],
  ])
  expect(installed.location).toMatch(/^\/organizations\/umbrella\/settings\/installations\/\d+$/)
  const page = installed.location ?? ''
  expect((await open(link)).location).toBe(page)

  const jwt = await appJwt(on.app.clientId, on.app.privateKeyPem)
  const minted = await call('POST', `/app/installations/${page.split('/').at(-1)}/access_tokens`, jwt)
  const token = String(pick(minted.body, 'token'))
  const listed = await call('GET', '/installation/repositories', token)
  expect(pick(listed.body, 'total_count')).toBe(1)
  await open(page, [['action', 'uninstall']])
  expect((await call('GET', '/installation/repositories', token)).status).toBe(401)
  expect((await open(page)).status).toBe(404)
  await open(link, [['selection', 'all']])
  expect(await heard()).toEqual([
    'installation created umbrella',
    'installation deleted umbrella',
    'installation created umbrella',
  ])
})

test('repositories are added and removed, and an installation is suspended', async () => {
  const on = await scene()
  const { open, heard } = await pages(on)
  const other = await on.github.createRepository({ owner: 'acme', name: 'other' })
  on.received.length = 0
  const page = `/organizations/acme/settings/installations/${on.installationId}`
  const save = (...more: Fields) => open(page, [['action', 'save'], ...more])
  expect((await save(['selection', 'selected'])).status).toBe(422)
  await save(['selection', 'all'])
  await save(['selection', 'all'])
  await save(['selection', 'selected'], ['repository', `${other.id}`])
  await open(page, [['action', 'suspend']])
  expect((await open(page)).text).toContain('Suspended')
  expect((await on.call('GET', '/installation/repositories', on.token)).status).toBe(403)
  await open(page, [['action', 'unsuspend']])
  expect((await on.call('GET', '/installation/repositories', on.token)).status).toBe(200)
  expect((await open(page, [['action', 'explode']])).status).toBe(422)
  expect(await heard()).toEqual([
    'installation_repositories added acme other',
    'installation_repositories removed acme widgets',
    'installation suspend acme',
    'installation unsuspend acme',
  ])
})

test('a permission is lost immediately, and a new one is granted when the owner accepts it', async () => {
  const on = await scene()
  const { open, heard } = await pages(on)
  on.received.length = 0
  const granted = async () => {
    const answer = await on.call('GET', `/app/installations/${on.installationId}`, on.jwt)
    return pick(answer.body, 'permissions')
  }
  const given: Fields = [
    ['actions', 'write'],
    ['contents', 'write'],
    ['issues', 'read'],
    ['members', 'none'],
    ['pull_requests', 'write'],
    ['workflows', 'write'],
  ]
  const saved = await open('/settings/apps/prentice/permissions', given)
  expect(saved.text).toContain('<option selected>read</option>')
  const kept = {
    metadata: 'read',
    actions: 'write',
    contents: 'write',
    issues: 'read',
    pull_requests: 'write',
  }
  expect(await granted()).toEqual(kept)
  const page = `/organizations/acme/settings/installations/${on.installationId}`
  expect((await open(page)).text).toContain('The App asks for more: workflows: write')
  await open(page, [['action', 'accept']])
  expect(await granted()).toEqual({ ...kept, workflows: 'write' })
  expect((await open(page)).text).not.toContain('asks for more')
  expect(await heard()).toEqual(['installation new_permissions_accepted acme'])
})

test('a private App is installed by its owner only', async () => {
  const on = await scene()
  const { open } = await pages(on)
  const manifest = { url: 'https://site.example', redirect_url: 'https://site.example/back', public: false }
  await open('/organizations/acme/settings/apps/new', [
    ['manifest', JSON.stringify(manifest)],
    ['app_name', 'Own'],
  ])
  on.github.createAccount({ login: 'umbrella', type: 'Organization' })
  const { text } = await open('/apps/own/installations/new')
  expect(text).toContain('Install acme')
  expect(text).not.toContain('umbrella')
  expect((await open('/apps/none/installations/new')).status).toBe(404)
})

import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { confine } from '../../../scripts/release/confine.ts'
import { startLocalRegistry } from '../../../scripts/release/local-registry.ts'
import { runIn } from '../../../scripts/release/run.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const PERSON = {
  PATH: process.env.PATH,
  HOME: '/home/ana',
  GH_TOKEN: 'a token',
  GITHUB_TOKEN: 'a token',
  NODE_AUTH_TOKEN: 'a token',
  NPM_TOKEN: 'a token',
  npm_config_registry: 'https://registry.example.com/',
  npm_config__auth: 'a token',
  SSH_AUTH_SOCK: '/run/agent',
  GIT_ASKPASS: '/usr/bin/ask',
  GIT_ALLOW_PROTOCOL: 'https',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'a token',
}

const confined = (folder: string) =>
  confine(PERSON, { folder, registry: 'http://127.0.0.1:9/', cache: join(folder, 'cache') })

test('no credential of a person is in the environment', () => {
  const folder = temporaryFolder()
  const environment = confined(folder)
  expect(Object.values(environment)).not.toContain('a token')
  for (const name of ['SSH_AUTH_SOCK', 'GIT_ASKPASS', 'GH_TOKEN'])
    expect(environment).not.toHaveProperty(name)
  expect(environment).toMatchObject({
    HOME: join(folder, 'home'),
    GIT_ALLOW_PROTOCOL: 'file',
    npm_config_registry: 'http://127.0.0.1:9/',
  })
})

test.each([
  'https://github.com/acme/prentice.git',
  'ssh://git@github.com/acme/prentice.git',
  'git@github.com:acme/prentice.git',
  'git://github.com/acme/prentice.git',
])('git does not push to %s', async (address) => {
  const folder = temporaryFolder()
  const run = runIn(confined(folder))
  const work = join(folder, 'work')
  await run('git', ['init', '-q', work], folder)
  await run('git', ['commit', '-q', '--allow-empty', '-m', 'Start'], work)
  await expect(run('git', ['push', address, 'HEAD:main'], work)).rejects.toThrow('not allowed')
})

/** A registry whose upstream notes what it is asked. */
async function registry() {
  const local = await startLocalRegistry('prentice', 'https://registry.example.com/')
  onTestFinished(local.close)
  const send = (method: string, path: string, body?: object) =>
    fetch(new URL(path, local.url), {
      ...{ method, redirect: 'manual' },
      ...(body && { body: JSON.stringify(body) }),
    })
  return { local, send }
}

const documentOf = (version: string, name = 'prentice') => ({
  name,
  'dist-tags': { latest: version },
  versions: { [version]: { name, version } },
  _attachments: { [`${name}-${version}.tgz`]: { data: Buffer.from('a tarball').toString('base64') } },
})

test('the local registry holds the package, and takes each version once', async () => {
  const { local, send } = await registry()
  expect((await send('GET', 'prentice')).status).toBe(404)
  expect((await send('PUT', 'prentice', documentOf('1.0.0'))).status).toBe(201)
  expect((await send('PUT', 'prentice', documentOf('1.0.0'))).status).toBe(403)
  expect((await send('PUT', 'prentice', documentOf('1.1.0'))).status).toBe(201)
  expect(local.published()).toEqual(['1.0.0', '1.1.0'])
  const shown = await (await send('GET', 'prentice')).json()
  expect(shown).toMatchObject({ 'dist-tags': { latest: '1.1.0' }, versions: { '1.0.0': {}, '1.1.0': {} } })
  expect(shown).not.toHaveProperty('_attachments')
  expect(await (await send('GET', 'prentice/-/prentice-1.0.0.tgz')).text()).toBe('a tarball')
})

test('the local registry forwards reading of other packages, and nothing else', async () => {
  const { send } = await registry()
  for (const path of ['zod', '@hono%2fnode-server', 'zod/-/zod-4.0.0.tgz']) {
    const read = await send('GET', path)
    expect([read.status, read.headers.get('location')]).toEqual([302, `https://registry.example.com/${path}`])
    for (const method of ['PUT', 'POST', 'DELETE']) {
      const written = await send(method, path, documentOf('1.0.0', 'zod'))
      expect([written.status, written.headers.get('location')]).toEqual([405, null])
    }
  }
  expect((await send('PUT', 'prentice', documentOf('1.0.0', 'zod'))).status).toBe(400)
})

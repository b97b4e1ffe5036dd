import { mkdir, readFile, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readIfExists } from '../../../support/app/setup-process.ts'
import { choose, enter, ORGANISATION, openSetupPages, type SetupPages, send } from './setup-pages.ts'

const PAGE = { owner: 'person', storage: 'page' }

async function register(pages: SetupPages, fields: Record<string, string>) {
  const cookie = await enter(pages)
  const { state } = await choose(pages, cookie, fields)
  return send(pages, `/setup/callback?code=abc&state=${state}`, { cookie })
}

test('into a file that only its owner can read, and onto no page', async () => {
  const pages = await openSetupPages()
  const last = await register(pages, ORGANISATION)
  expect(last.text).toContain(pages.credentialsFile)
  expect(last.text).not.toContain('PRIVATE KEY')
  expect(last.text).not.toContain('the-webhook-secret')
  expect(parseEnv(await readFile(pages.credentialsFile, 'utf8'))).toEqual({
    APP_ID: '12',
    PRIVATE_KEY: '-----BEGIN RSA PRIVATE KEY-----\\nMII\\n-----END RSA PRIVATE KEY-----',
    WEBHOOK_SECRET: 'the-webhook-secret',
    CLIENT_SECRET: 'the-client-secret',
    ALLOWED_ACCOUNTS: '7',
  })
  expect((await stat(pages.credentialsFile)).mode & 0o777).toBe(0o600)
  expect(await readIfExists(`${pages.credentialsFile}.partial`)).toBeNull()
  await expect.poll(() => pages.registered).toMatchObject([{ appId: 12, account: { id: 7 } }])
})

test('onto the last page, and into no file', async () => {
  const pages = await openSetupPages({ allowedAccounts: ['others'] })
  const last = await register(pages, PAGE)
  expect(last.text).toContain('Copy the credentials now.')
  expect(last.text).toContain('PRIVATE_KEY=-----BEGIN RSA PRIVATE KEY-----\\nMII')
  expect(last.text).toContain('WEBHOOK_SECRET=the-webhook-secret')
  // Configured accounts stay as they are; the page says that they do not cover the owner.
  expect(last.text).not.toContain('ALLOWED_ACCOUNTS=')
  expect(last.text).toContain('does not name <strong>acme</strong>')
  expect(await readIfExists(pages.credentialsFile)).toBeNull()
  await expect.poll(() => pages.registered).toMatchObject([{ appId: 12, account: null }])
})

test('an existing file is not overwritten, and the form says so', async () => {
  const pages = await openSetupPages()
  await writeFile(pages.credentialsFile, 'mine')
  const cookie = await enter(pages)
  expect((await send(pages, '/setup/app', { cookie })).text).toContain(
    'exists already, and it is not overwritten',
  )
  expect((await send(pages, '/setup/app', { cookie, fields: ORGANISATION })).status).toBe(422)
  expect((await send(pages, '/setup/app', { cookie, fields: PAGE })).status).toBe(303)
  expect(await readFile(pages.credentialsFile, 'utf8')).toBe('mine')
})

test('a symbolic link to a missing file is not used, and the form says so before GitHub is asked', async () => {
  const pages = await openSetupPages()
  await symlink(`${pages.credentialsFile}.elsewhere`, pages.credentialsFile)
  const cookie = await enter(pages)
  expect((await send(pages, '/setup/app', { cookie })).text).toContain('exists already')
  expect((await send(pages, '/setup/app', { cookie, fields: ORGANISATION })).status).toBe(422)
})

test('a file that appears while GitHub is asked is not overwritten: the credentials are shown', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const { state } = await choose(pages, cookie)
  await writeFile(pages.credentialsFile, 'mine')
  const last = await send(pages, `/setup/callback?code=abc&state=${state}`, { cookie })
  expect(last.text).toContain(`<strong>The file was not written:</strong> ${pages.credentialsFile} (EEXIST)`)
  expect(last.text).toContain('WEBHOOK_SECRET=the-webhook-secret')
  expect(await readFile(pages.credentialsFile, 'utf8')).toBe('mine')
  expect(await readIfExists(`${pages.credentialsFile}.partial`)).toBeNull()
})

test('GitHub is asked only when the file can be written, and then again', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const { state } = await choose(pages, cookie)
  const path = `/setup/callback?code=abc&state=${state}`
  await mkdir(`${pages.credentialsFile}.partial`)
  const refused = await send(pages, path, { cookie })
  expect(refused).toMatchObject({ status: 503, text: expect.stringContaining('cannot be written (EEXIST)') })
  expect(pages.codes).toEqual([])
  await rmdir(`${pages.credentialsFile}.partial`)
  expect((await send(pages, path, { cookie })).status).toBe(200)
})

test('a response of GitHub that is lost can be asked for again, and nothing is left behind', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const path = `/setup/callback?code=abc&state=${(await choose(pages, cookie)).state}`
  pages.answer({ kind: 'failed', why: 'api.github.com did not respond (timeout)' })
  const failed = await send(pages, path, { cookie })
  expect(failed).toMatchObject({
    status: 502,
    text: expect.stringContaining('api.github.com did not respond'),
  })
  expect(failed.text).toContain('href="https://github.com/organizations/acme/settings/apps"')
  expect(await readIfExists(`${pages.credentialsFile}.partial`)).toBeNull()
  expect((await send(pages, path, { cookie })).status).toBe(200)
  expect(pages.codes).toEqual(['abc', 'abc'])
})

test('a browser that leaves while GitHub is asked does not stop the setup', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const { state } = await choose(pages, cookie)
  const release = pages.holdGithub()
  const leaving = new AbortController()
  const path = `/setup/callback?code=abc&state=${state}`
  const left = fetch(`${pages.url}${path}`, { headers: { cookie }, signal: leaving.signal }).catch(
    () => 'left',
  )
  await expect.poll(() => pages.codes).toEqual(['abc'])
  leaving.abort()
  expect(await left).toBe('left')
  // The server notices it.
  await expect.poll(() => pages.connections()).toBe(0)
  release()
  await expect.poll(() => pages.deliveries).toEqual([false])
  expect(await readFile(pages.credentialsFile, 'utf8')).toContain('APP_ID=12')
})

test('a browser that stays has the last page before the server continues', async () => {
  const pages = await openSetupPages()
  await register(pages, ORGANISATION)
  await expect.poll(() => pages.deliveries).toEqual([true])
})

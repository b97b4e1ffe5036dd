import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createApiKey } from '../../../sandbox/world/create-api-key.ts'
import {
  ACTION,
  openBrowser,
  readIfExists,
  registerInBrowser,
  type SetupScene,
  setupScene,
  tokenOf,
} from '../../support/app/setup-process.ts'

const FILE = { owner: 'organisation', organisation: 'acme', storage: 'file', action: ACTION }

/** Lists the projects over HTTP, with a key of its own. */
async function listProjects({ url, credentialsFile, environment }: SetupScene): Promise<unknown> {
  const key = await createApiKey({
    cli: join(import.meta.dirname, '../../../src/app/keys/cli/cli.ts'),
    account: 'acme',
    cwd: dirname(credentialsFile),
    env: { PATH: process.env.PATH ?? '', ...environment },
    signal: new AbortController().signal,
  })
  const listed = await fetch(`${url}/v2/projects`, { headers: { authorization: `Bearer ${key}` } })
  return listed.json()
}

test('setup leads from the token to the first project without a restart, and its file serves the next start', async () => {
  const scene = await setupScene()
  const { github, url, credentialsFile } = scene
  const command = await scene.start()
  const token = await tokenOf(command)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(503)

  const last = await registerInBrowser(openBrowser(), { url, token, choice: FILE })
  expect(last).toMatchObject({ status: 200, text: expect.stringContaining('The App is registered') })
  expect(last.text).toContain(`href="${github.serverUrl}/apps/prentice-acme/installations/new"`)
  const stored = (await readIfExists(credentialsFile)) ?? ''
  expect(stored).toMatch(/^ACTION_REF='tools\/prentice@[0-9a-f]{40} # main'$/m)
  const [appId, webhookSecret] = [/^APP_ID=(\d+)$/m, /^WEBHOOK_SECRET=(.+)$/m].map(
    (line) => line.exec(stored)?.[1],
  )
  expect((await stat(credentialsFile)).mode & 0o777).toBe(0o600)
  for (const secret of ['PRIVATE KEY', String(webhookSecret)]) expect(last.text).not.toContain(secret)

  await command.printed('Prentice is listening')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect((await fetch(`${url}/setup`)).status).toBe(404)
  github.installApp({ appId: Number(appId), account: 'acme', repositories: 'all' })
  await github.settled()
  const projects = { projects: [{ repository: `${github.serverUrl}/acme/widgets` }] }
  expect(await listProjects(scene)).toMatchObject(projects)

  command.kill('SIGTERM')
  const { code, stdout, stderr } = await command.ended
  expect(code).toBe(0)
  for (const secret of ['PRIVATE KEY', String(webhookSecret)]) expect(stdout + stderr).not.toContain(secret)
  expect(stdout).not.toContain(token)
  const next = await scene.start()
  await next.printed('Prentice is listening')
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('a server that is killed while GitHub answers says at its next start what to do', async () => {
  const scene = await setupScene()
  const { url, github, credentialsFile } = scene
  const command = await scene.start()
  const hold = github.holdRequest(({ path }) => path.includes('/conversions'))
  const browser = openBrowser()
  const choice = { url, token: await tokenOf(command), choice: FILE }
  const cut = registerInBrowser(browser, choice).catch(() => null)
  await hold.arrived
  command.kill('SIGKILL')
  await command.ended
  hold.release()
  await cut

  const next = await scene.start()
  expect(await next.warned(/(credentials are lost\. Delete it[\s\S]*)Open/)).toContain(
    'generate a new private key',
  )
  expect(await readIfExists(`${credentialsFile}.partial`)).toBeNull()
  const back = await browser.open(`${url}/setup/callback?code=abc&state=def`)
  expect(back.status).toBe(403)
  expect(back.text).toContain('start the server with <code>APP_ID</code>')
  next.kill('SIGTERM')
  expect((await next.ended).code).toBe(0)
})

test('SIGTERM while GitHub answers ends the server when the credentials are stored', async () => {
  const { url, github, credentialsFile, start } = await setupScene()
  const command = await start()
  const hold = github.holdRequest(({ path }) => path.includes('/conversions'))
  const last = registerInBrowser(openBrowser(), { url, token: await tokenOf(command), choice: FILE })
  await hold.arrived
  command.kill('SIGTERM')
  hold.release()
  expect((await last).text).toContain('The App is registered')
  expect((await command.ended).code).toBe(0)
  expect(await readIfExists(credentialsFile)).toContain('PRIVATE_KEY=')
})

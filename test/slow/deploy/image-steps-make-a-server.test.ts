import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type SandboxGithub, startSandboxGithub } from '../../../sandbox/github/github.ts'
import { pickPort } from '../../../sandbox/world/pick-port.ts'
import { type Container, type ReplayedImage, replayImage } from './replay-image.ts'

const PUBLIC_URL = 'https://prentice.example.com'

/** The steps change users and mount a folder read-only. */
const mayRun = process.getuid?.() === 0 || process.env.MUST_TEST_DEPLOY === '1'

describe.runIf(mayRun)('the steps of the Dockerfile', () => {
  let folder: string
  let image: ReplayedImage
  let github: SandboxGithub
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'prentice-image-'))
    chmodSync(folder, 0o755)
    image = replayImage(folder)
    github = await startSandboxGithub({
      dialect: 'github',
      directory: join(folder, 'github'),
      log: console.info,
    })
  }, 180_000)
  afterAll(async () => {
    await github?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(variables: Readonly<Record<string, string>>) {
    const port = String(await pickPort(0))
    const container = image.run(image.command, { PUBLIC_URL, HOST: '127.0.0.1', PORT: port, ...variables })
    onTestFinished(() => void container.child.kill('SIGKILL'))
    return { container, port, url: `http://127.0.0.1:${port}` }
  }

  const ended = async ({ stdout, stderr, exitCode }: Container) => ({
    code: await exitCode,
    stdout: await stdout,
    stderr: await stderr,
  })

  const statusOf = (url: string) =>
    fetch(url).then(
      ({ status }) => status,
      () => null,
    )

  test('without an App, the server registers one, is healthy, and ends on SIGTERM as process 1', async () => {
    const { container, port, url } = await start({})
    await expect.poll(() => statusOf(`${url}/healthz`)).toBe(200)
    expect(await ended(image.run(image.healthCheck, { PORT: port }))).toMatchObject({ code: 0 })
    expect(await statusOf(`${url}/setup`)).toBe(200)
    container.signal('SIGTERM')
    const { code, stderr } = await ended(container)
    expect(code).toBe(0)
    expect(stderr).toContain(`Open   ${PUBLIC_URL}/setup`)
  })

  test('the health check fails if nothing responds', async () => {
    const nobody = String(await pickPort(0))
    expect(await ended(image.run(image.healthCheck, { PORT: nobody }))).toMatchObject({ code: 1 })
  })

  test('with an App, the server becomes ready, its commands work, and SIGTERM drains it', async () => {
    const webhookSecret = 'a secret of the tests'
    github.createAccount({ login: 'acme', type: 'Organization' })
    const app = github.registerApp({
      slug: 'prentice-image',
      permissions: { metadata: 'read' },
      events: [],
      webhookUrl: 'http://127.0.0.1:9/',
      webhookSecret,
    })
    const variables = {
      APP_ID: String(app.appId),
      PRIVATE_KEY: app.privateKeyPem,
      WEBHOOK_SECRET: webhookSecret,
      ALLOWED_ACCOUNTS: 'acme',
      GITHUB_SERVER_URL: github.serverUrl,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_OIDC_ISSUER: github.oidcIssuer,
    }
    const { container, url } = await start(variables)
    await expect.poll(() => statusOf(`${url}/readyz`)).toBe(200)
    expect(readdirSync(join(folder, 'var'))).toContain('prentice.db')

    const npm = (...args: string[]) =>
      ended(image.run(['npm', 'run', '--silent', ...args], { PUBLIC_URL, ...variables }))
    expect(await npm('projects')).toMatchObject({ code: 0 })
    expect(await npm('backup', '--', join(folder, 'var/copy.db'))).toMatchObject({ code: 0 })
    const workflow = await npm('workflow')
    expect(workflow).toMatchObject({ code: 0 })
    expect(workflow.stdout).toContain(PUBLIC_URL)
    expect((await npm('doctor')).stdout).toMatch(/^ok +store/m)

    container.signal('SIGTERM')
    const { code, stdout } = await ended(container)
    expect(code).toBe(0)
    expect(stdout).toContain('"msg":"ended"')
  })

  test('the program folder cannot be written to', async () => {
    const { code, stderr } = await ended(image.run(['sh', '-c', 'touch new-file']))
    expect(code).toBe(1)
    expect(stderr).toContain('Read-only file system')
  })
})

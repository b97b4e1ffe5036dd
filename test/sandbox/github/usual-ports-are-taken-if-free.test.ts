import { expect, onTestFinished, test } from 'vitest'
import { startSandboxGithub } from '../../../sandbox/github/github.ts'
import { pickPort } from '../../../sandbox/world/pick-port.ts'
import { temporaryDirectory } from './github-scene.ts'

test('a GitHub listens where it is told, and the next one anywhere else', async () => {
  const ports = { server: await pickPort(0), api: await pickPort(0), oidc: await pickPort(0) }
  const start = async () => {
    const github = await startSandboxGithub({
      dialect: 'github',
      directory: await temporaryDirectory(),
      ports,
    })
    onTestFinished(() => github.close())
    return [github.serverUrl, github.apiUrl, github.oidcIssuer].map((url) => Number(new URL(url).port))
  }
  expect(await start()).toEqual([ports.server, ports.api, ports.oidc])
  const next = await start()
  for (const port of Object.values(ports)) expect(next).not.toContain(port)
})

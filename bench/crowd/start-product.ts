import { once } from 'node:events'
import { join } from 'node:path'
import { appEnvironment } from '../../sandbox/world/app-environment.ts'
import { createApiKey } from '../../sandbox/world/create-api-key.ts'
import { launchApp } from '../../sandbox/world/launch-app.ts'
import { pickPort } from '../../sandbox/world/pick-port.ts'
import { newAppKey } from '../github/connect-github.ts'
import { BOT } from '../github/github-shapes.ts'
import type { BenchInstallation } from '../github/installations.ts'
import { NODE_ENVIRONMENT, NODE_FLAGS } from '../target/start-target.ts'

export interface Product {
  readonly url: string
  readonly key: string
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '../..')

/** Starts the product like `npm start`, with its timers, on a new database, and creates an API key of the account. */
export async function startProduct(
  directory: string,
  githubUrl: string,
  { account }: BenchInstallation,
): Promise<Product> {
  const port = await pickPort(0)
  const baseUrl = `http://127.0.0.1:${port}`
  const env = {
    ...NODE_ENVIRONMENT,
    ...appEnvironment({
      app: {
        appId: 1,
        clientId: 'bench',
        clientSecret: 'client-secret-of-the-benchmark',
        botId: BOT.id,
        privateKeyPem: newAppKey(),
      },
      webhookSecret: 'benchmark secret',
      baseUrl,
      port,
      databaseUrl: `sqlite:${join(directory, 'crowd.db')}`,
      account: account.login,
      model: 'anthropic/bench',
      github: { serverUrl: 'https://github.com', apiUrl: githubUrl, oidcIssuer: githubUrl },
    }),
    // A single installation starts all runs of this benchmark.
    STARTS_PER_MINUTE: '600',
    STARTS_AT_ONCE: '100',
  }
  const main = join(ROOT, 'src/app/main.ts')
  const { child, ready } = launchApp({
    main,
    flags: NODE_FLAGS,
    cwd: directory,
    env,
    baseUrl,
    onLine: console.error,
  })
  await ready
  const cli = join(ROOT, 'src/app/keys/cli/cli.ts')
  const { signal } = new AbortController()
  const key = await createApiKey({ cli, account: account.login, cwd: directory, env, signal })
  return {
    url: baseUrl,
    key,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

import { generateKeyPairSync } from 'node:crypto'
import { type Command, runCommand } from '../processes/command.ts'
import type { AppServer } from './app-server.ts'

export interface ServerProcess {
  readonly url: string
  readonly command: Command
}

/** The server as a separate process, on the database of one that a test has opened. It has no GitHub. */
export async function startServerProcess(
  app: AppServer,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const command = await runCommand('src/app/main.ts', [], {
    APP_ID: '1',
    PRIVATE_KEY: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    WEBHOOK_SECRET: 'long enough to be one',
    PUBLIC_URL: 'http://127.0.0.1',
    ALLOWED_ACCOUNTS: 'acme',
    GITHUB_API_URL: 'http://127.0.0.1:9',
    DATABASE_URL: `sqlite:${app.database}`,
    PORT: '0',
    ...environment,
  })
  try {
    const { port } = JSON.parse(await command.firstLine)
    return { url: `http://127.0.0.1:${port}`, command }
  } catch (error) {
    command.kill('SIGKILL')
    await command.remove()
    throw error
  }
}

import { existsSync } from 'node:fs'

/** `.env` of the folder the program is started in. What the environment has already wins. */
export function loadEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

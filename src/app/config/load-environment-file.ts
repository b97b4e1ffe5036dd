import { existsSync } from 'node:fs'

/** Loads `.env` from the current directory. Variables that are already set take precedence. */
export function loadEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

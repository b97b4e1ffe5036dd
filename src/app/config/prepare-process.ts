import { existsSync } from 'node:fs'

/** Every program calls this first, so that only the owner can read files that it creates, such as the database. */
export const setPrivateUmask = (): void => void process.umask(0o077)

/** Loads `.env` from the current directory. Variables that are already set take precedence. */
export function loadEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

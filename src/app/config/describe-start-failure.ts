import { StoreUnavailable } from '../store/store.ts'
import type { Config } from './config.ts'

/** What an operator can mend is one sentence that names the variable; anything else comes with its stack. */
export function describeStartFailure(error: unknown, config: Pick<Config, 'host' | 'port'>): string {
  return `Prentice cannot start.\n\n  ${sentence(error, config)}\n`
}

function sentence(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof StoreUnavailable) return `DATABASE_URL: ${error.message}`
  if (error.message.startsWith('DATABASE_URL: ')) return error.message
  const code = 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: ${port} on ${host} is taken by another process; set another port, or end that process`
    case 'EACCES':
      return `PORT: this user may not listen on ${port}; set a port above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: ${host} is not an address of this machine; set 127.0.0.1, or 0.0.0.0 for all of them`
    default:
      return error.stack ?? error.message
  }
}

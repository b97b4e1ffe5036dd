import { CannotListen } from '../net/listen.ts'
import { StoreUnavailable } from '../store/store.ts'

/** One sentence that names the variable if an operator can fix the problem; otherwise the stack trace. */
export const describeStartFailure = (error: unknown): string =>
  `Prentice cannot start.\n\n  ${sentence(error)}\n`

function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof CannotListen || error.message.startsWith('DATABASE_URL: ')) return error.message
  if (error instanceof StoreUnavailable) return `DATABASE_URL: ${error.message}`
  return error.stack ?? error.message
}

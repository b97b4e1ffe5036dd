import type { ChildProcess } from 'node:child_process'

/** Calls `end` if this process exits while the child is still running. Cannot help after SIGKILL. */
export function endWithParent(child: ChildProcess, end: () => void): void {
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

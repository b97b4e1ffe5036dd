import type { ChildProcess } from 'node:child_process'

/** A last resort: however this process ends short of SIGKILL, `end` is called while the child still runs. */
export function endWithParent(child: ChildProcess, end: () => void): void {
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
}

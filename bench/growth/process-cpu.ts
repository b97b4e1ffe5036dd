import { readdirSync, readFileSync } from 'node:fs'

/** Of Linux, on all platforms on which the tests run: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICKS_PER_SECOND = 100

/** CPU seconds of a process, its children, and the children that have ended. */
export function processCpu(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []))
  const own = all.filter((one) => one.pid === pid || one.parent === pid)
  return own.reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_PER_SECOND
}

function statOf(
  pid: number,
): { readonly pid: number; readonly parent: number; readonly ticks: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program comes before, in parentheses, and may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15)
    return { pid, parent: fields[1] ?? 0, ticks: user + system + childrenUser + childrenSystem }
  } catch {
    return null // It has ended.
  }
}

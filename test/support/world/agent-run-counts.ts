import type { RunReport } from '../../../sandbox/runner/runner-options.ts'

/** How often each run came to its agent: once, whatever was dispatched how often. Read from the runner's logs. */
function timesWorked(reports: readonly RunReport[]): Map<string, number> {
  const times = new Map<string, number>()
  for (const { log } of reports) {
    const run = log.map((line) => /^ {2}run: (run_\S+)$/.exec(line)?.[1]).find((id) => id !== undefined)
    if (run === undefined || !log.includes('##[group]Let the agent work')) continue
    times.set(run, (times.get(run) ?? 0) + 1)
  }
  return times
}

export const workedTwice = (reports: readonly RunReport[]): string[] =>
  [...timesWorked(reports)].flatMap(([run, times]) => (times > 1 ? [`${run} worked ${times} times`] : []))

import type { CommandResult, Commands } from '../agent/tools/command-tools.ts'
import type { CheckResult } from './check-result.ts'
import { describeResult } from './describe-checks.ts'
import type { Bench } from './open-bench.ts'
import type { Checks } from './open-checks.ts'
import type { Outputs } from './outputs.ts'
import { type RunDeps, runForAgent } from './run-for-agent.ts'

export interface AgentCommandsDeps extends Omit<RunDeps, 'bench'> {
  /** `null`: the project has none. */
  readonly checks: Checks | null
  /** `null`: it may run no other command. */
  readonly bench: Bench | null
}

/** The commands of the agent: each on the work as it is then. */
export function openAgentCommands({ bench, ...deps }: AgentCommandsDeps): Commands {
  const { checks, readTree, redact, outputs } = deps
  const names = [...new Set(checks?.names ?? [])]
  const asked = new Set<string>()
  return {
    checks: names.map(redact),
    canRun: bench !== null,
    async check({ name }, signal) {
      if (checks === null || names.length === 0) return refuse('This project has no check that runs.')
      const one = names.find((candidate) => redact(candidate) === name)
      if (name !== undefined && one === undefined)
        return refuse(`There is no such check. Name one of ${names.map(redact).join(', ')}, or none.`)
      const tree = await readTree()
      const report =
        one === undefined ? await checks.inspect(tree, signal) : await checks.inspectOne(one, tree, signal)
      if (report.kind === 'not-run') return refuse(`The checks did not run: ${redact(report.why)}.`)
      const described = describeChecks(report.results, redact, outputs)
      const question = `${tree} ${one ?? ''}`
      if (!asked.has(question)) {
        asked.add(question)
        return described
      }
      return { ...described, text: `${UNCHANGED}\n${described.text}` }
    },
    run: async (request, signal) =>
      bench === null
        ? refuse('No command can be run here. Work without it.')
        : runForAgent({ ...deps, bench }, request, signal),
  }
}

const UNCHANGED = 'No file has changed since this ran, so the result is the same:'

const refuse = (text: string): CommandResult => ({ ok: false, text })

function describeChecks(
  results: readonly CheckResult[],
  redact: (text: string) => string,
  outputs: Outputs,
): CommandResult {
  const lines = results.map((result) => redact(describeResult(result)))
  // Of several checks, only those that failed are of interest.
  const shown = results.length === 1 ? results : results.filter(({ passed }) => !passed)
  const printed = shown.map(({ name, output }) => {
    const title = results.length === 1 ? '' : `== ${redact(name)} ==\n`
    return `\n${title}${outputs.show(redact(output))}`
  })
  const failed = results.filter(({ passed }) => !passed).length
  return {
    ok: failed === 0,
    text: [...lines, ...printed].join('\n'),
    ended: failed === 0 ? 'passed' : results.length === 1 ? (results[0]?.detail ?? '') : `${failed} failed`,
  }
}

import type { CommandResult, Commands, RunRequest } from '../agent/tools/command-tools.ts'
import { truncate } from '../text/format.ts'
import { quoteForShell, runInDirectory } from '../text/shell.ts'
import { toKeepPatterns } from '../workspace/browse/keep-patterns.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type CheckResult, describeResult, showSeconds } from './checks-report.ts'
import type { CommandRunner } from './command-runner.ts'
import { findKept } from './keep-changes.ts'
import { type Checks, LARGE_SHARE } from './open-checks.ts'
import { describeEnd } from './run-commands.ts'

/** The agent's work, and what its commands may show of it. */
interface CommandOptions {
  /** Folder of the repository in which commands start; `null`: its root. */
  readonly directory: string | null
  /** The work as it would be published. */
  readonly readTree: () => Promise<string>
  /** The paths of the files of a tree. */
  readonly listFiles: (tree: string) => Promise<readonly string[]>
  readonly workspace: Pick<Workspace, 'keep'>
  readonly redact: (text: string) => string
  readonly outputs: Outputs
}

/** The commands of the agent. Each runs on the current state of the work. */
export function openAgentCommands({
  checks,
  commandRunner,
  ...work
}: CommandOptions & {
  /** `null`: the project has none. */
  readonly checks: Checks | null
  /** `null`: it may run no other command. */
  readonly commandRunner: CommandRunner | null
}): Commands {
  const { readTree, redact, outputs } = work
  const names = [...new Set(checks?.names ?? [])]
  const asked = new Set<string>()
  return {
    checks: names.map(redact),
    canRun: commandRunner !== null,
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
      commandRunner === null
        ? refuse('No command can be run here. Work without it.')
        : runForAgent(commandRunner, work, request, signal),
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

/** Runs a command of the agent on a copy of its work, and takes over the changes that it names. */
async function runForAgent(
  commandRunner: CommandRunner,
  { directory, readTree, listFiles, workspace, redact, outputs }: CommandOptions,
  { command, keep: named, seconds }: RunRequest,
  signal: AbortSignal,
): Promise<CommandResult> {
  if (command.includes('\0')) return refuse('The command holds a NUL character.')
  const read = toKeepPatterns(named)
  if (!read.ok) return refuse(read.problem)
  const tree = await readTree()
  try {
    await commandRunner.begin('round', tree, signal)
  } catch (error) {
    if (signal.aborted) return refuse(OUT_OF_TIME)
    return refuse(`The command could not be started: ${redact(String(error))}. Work without it.`)
  }
  const done = await commandRunner.run('round', {
    run: runInDirectory(directory, asBash(command)),
    seconds,
    signal,
    share: LARGE_SHARE,
  })
  if (done.kind === 'not-isolated')
    return refuse(
      `The command could not be isolated (${redact(done.why)}), so it did not run. Work without it.`,
    )
  const { end, output, seconds: took } = done.run
  const ended = `${describeEnd(end, seconds)} after ${showSeconds(took)}`
  const shown = `${capitalize(ended)}.\n${outputs.show(redact(output))}`
  if (named.length === 0) return { ok: true, text: shown, ended }
  if (end.kind !== 'exited')
    return {
      ok: false,
      text: `${shown}\n\nNothing was kept, because the command did not end by itself.`,
      ended,
    }
  const collected = await commandRunner.collect(read.keep, signal)
  if (collected.kind === 'failed')
    return { ok: false, text: `${shown}\n\nNothing was kept. ${redact(collected.why)}`, ended }
  const files = findKept(collected.files, read.keep, await listFiles(tree))
  const kept = await workspace.keep(files)
  return { ok: kept.ok, text: `${shown}\n\n${kept.text}`, ended }
}

/** Models write for bash. Unlike a check, the command does not end at the first failure. Pure. */
function asBash(command: string): string {
  const quoted = quoteForShell(command)
  return `[ ! -x /bin/bash ] || exec /bin/bash -c ${quoted}\nexec sh -c ${quoted}`
}

const OUT_OF_TIME = 'The run was stopped or ran out of time before the command could start.'

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What commands have printed, for the agent. */
interface Outputs {
  /** Head and tail of an output; if it is longer, with the path of a file that has all of it. */
  show(output: string): string
}

/** Characters of one output that the model gets with the result of its call. */
const SHOWN_LENGTH = 6000
/** Each may have a million characters. */
const MAX_KEPT = 8

/** `provide`: gives the agent a file to read. */
export function openOutputs(provide: (path: string, text: string) => void): Outputs {
  let count = 0
  const pathOf = (number: number) => `/output/${number}.txt`
  return {
    show(output) {
      const text = output.trimEnd()
      if (text === '') return 'It printed nothing.'
      if (text.length <= SHOWN_LENGTH) return text
      count += 1
      provide(pathOf(count), text)
      if (count > MAX_KEPT) provide(pathOf(count - MAX_KEPT), GONE)
      return `[Head and tail; read ${pathOf(count)} for the rest.]\n${truncate(text, SHOWN_LENGTH)}`
    },
  }
}

const GONE = 'This output is no longer kept. Run the command again.'

import type { CommandResult, RunRequest } from '../agent/tools/command-tools.ts'
import { quoteForShell, runInDirectory } from '../text/shell.ts'
import { toKeepPatterns } from '../workspace/browse/keep-patterns.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { showSeconds } from './describe-checks.ts'
import { findKept } from './keep-changes.ts'
import type { Bench } from './open-bench.ts'
import { LARGE_SHARE } from './open-checks.ts'
import type { Outputs } from './outputs.ts'
import { describeEnd } from './run-check.ts'

export interface RunDeps {
  readonly bench: Bench
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

/** Runs a command of the agent on a copy of its work, and takes over the changes that it names. */
export async function runForAgent(
  deps: RunDeps,
  { command, keep: named, seconds }: RunRequest,
  signal: AbortSignal,
): Promise<CommandResult> {
  const { bench, directory, readTree, redact, outputs } = deps
  if (command.includes('\0')) return refuse('The command holds a NUL character.')
  const read = toKeepPatterns(named)
  if (!read.ok) return refuse(read.problem)
  const tree = await readTree()
  try {
    await bench.begin('round', tree, signal)
  } catch (error) {
    if (signal.aborted) return refuse(OUT_OF_TIME)
    return refuse(`The command could not be started: ${redact(String(error))}. Work without it.`)
  }
  const done = await bench.run('round', {
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
  const collected = await bench.collect(read.keep, signal)
  if (collected.kind === 'failed')
    return { ok: false, text: `${shown}\n\nNothing was kept. ${redact(collected.why)}`, ended }
  const files = findKept(collected.files, read.keep, await deps.listFiles(tree))
  const kept = await deps.workspace.keep(files)
  return { ok: kept.ok, text: `${shown}\n\n${kept.text}`, ended }
}

/** Models write for bash. Unlike a check, the command does not end at the first failure. Pure. */
function asBash(command: string): string {
  const quoted = quoteForShell(command)
  return `[ ! -x /bin/bash ] || exec /bin/bash -c ${quoted}\nexec sh -c ${quoted}`
}

const OUT_OF_TIME = 'The run was stopped or ran out of time before the command could start.'

const refuse = (text: string): CommandResult => ({ ok: false, text })

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

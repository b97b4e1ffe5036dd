import { type Collected, collectFiles, type NamedFiles } from './isolation/collect-files.ts'
import { openOverlayFolder, type TreeFiles } from './isolation/overlay-folder.ts'
import { probeIsolation } from './isolation/probe.ts'
import { type Cell, type IsolatedRun, type OutputShare, runIsolated } from './isolation/run-isolated.ts'
import { composeEnvironment, type IsolationFacts } from './isolation/unshare-command.ts'

export interface IsolatedCommand {
  readonly run: string
  readonly seconds: number
  readonly signal: AbortSignal
  /** How much of the output is kept; default: enough for a report. */
  readonly share?: OutputShare
}

/** Runs isolated commands one after the other on a copy of the work. */
export interface CommandRunner {
  /**
   * Starts a phase on the files of a tree. All later commands see the files that `setup` wrote. A `round` is one run of
   * all checks, or one command of the agent: the next round starts without the files that it wrote. Rejects if aborted.
   */
  begin(phase: 'setup' | 'round', tree: string, signal: AbortSignal): Promise<void>
  run(phase: 'setup' | 'round', command: IsolatedCommand): Promise<IsolatedRun>
  /** Reads files as the commands of the round left them. */
  collect(named: NamedFiles, signal: AbortSignal): Promise<Collected>
}

export type OpenedCommandRunner =
  | { readonly kind: 'open'; readonly commandRunner: CommandRunner }
  /** Why commands cannot be isolated on this runner. */
  | { readonly kind: 'closed'; readonly why: string }

interface CommandRunnerOptions {
  readonly facts: IsolationFacts
  readonly platform: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly workspace: string
  /** A folder outside the workspace that no other user can enter. */
  readonly scratch: string
  readonly treeFiles: TreeFiles
  readonly signal: AbortSignal
  readonly bounds: Cell['bounds']
  readonly now: () => number
}

/** Opens a command runner, if a probe shows that commands can be isolated on this machine. */
export async function openCommandRunner(options: CommandRunnerOptions): Promise<OpenedCommandRunner> {
  const { facts, platform, workspace, signal, environment, bounds, now } = options
  const folder = await openOverlayFolder(facts, options.scratch, options.treeFiles)
  const cell: Cell = { facts, store: folder.store, bounds, now }
  const obstacle = await probeIsolation(cell, folder, { platform, outside: workspace, signal })
  if (obstacle !== null) return { kind: 'closed', why: obstacle }
  const commandRunner: CommandRunner = {
    begin: (phase, tree, until) => folder.begin(phase, tree, until),
    run: (phase, { share, ...command }) =>
      runIsolated(cell, { ...command, phase, environment: composeEnvironment(environment, phase) }, share),
    collect: (named, until) => collectFiles(cell, named, until),
  }
  return { kind: 'open', commandRunner }
}

import { type Collected, collectFiles, type NamedFiles } from './isolation/collect-files.ts'
import { openOverlayFolder, type TreeFiles } from './isolation/overlay-folder.ts'
import { probeIsolation } from './isolation/probe.ts'
import { type Cell, type IsolatedRun, type OutputShare, runIsolated } from './isolation/run-isolated.ts'
import { composeEnvironment, type IsolationFacts } from './isolation/unshare-command.ts'

export interface BenchCommand {
  readonly run: string
  readonly seconds: number
  readonly signal: AbortSignal
  /** How much of its output is kept; default: enough for a report. */
  readonly share?: OutputShare
}

/** Where commands run isolated, one after the other, on a copy of the work. */
export interface Bench {
  /**
   * Starts a phase on the files of a tree: `setup` is visible to all later commands, what a `round` wrote is gone with the
   * next one. Rejects if it was aborted.
   */
  begin(phase: 'setup' | 'round', tree: string, signal: AbortSignal): Promise<void>
  run(phase: 'setup' | 'round', command: BenchCommand): Promise<IsolatedRun>
  /** Reads files as the commands of the round have left them. */
  collect(named: NamedFiles, signal: AbortSignal): Promise<Collected>
}

export type OpenedBench =
  | { readonly kind: 'open'; readonly bench: Bench }
  /** Why commands cannot be isolated on this runner. */
  | { readonly kind: 'closed'; readonly why: string }

interface BenchOptions {
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

/** Opens the bench, if a probe shows that this runner can isolate commands. */
export async function openBench(options: BenchOptions): Promise<OpenedBench> {
  const { facts, platform, workspace, signal, environment, bounds, now } = options
  const folder = await openOverlayFolder(facts, options.scratch, options.treeFiles)
  const cell: Cell = { facts, store: folder.store, bounds, now }
  const obstacle = await probeIsolation(cell, folder, { platform, outside: workspace, signal })
  if (obstacle !== null) return { kind: 'closed', why: obstacle }
  const bench: Bench = {
    begin: (phase, tree, until) => folder.begin(phase, tree, until),
    run: (phase, { share, ...command }) =>
      runIsolated(cell, { ...command, phase, environment: composeEnvironment(environment, phase) }, share),
    collect: (named, until) => collectFiles(cell, named, until),
  }
  return { kind: 'open', bench }
}

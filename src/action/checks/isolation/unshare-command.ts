import { CELL_SCRIPT, LIFELINE_SCRIPT } from './isolation-script.ts'

/** What the isolation is made of on this machine. */
export interface IsolationFacts {
  /** What goes before a command to run it as root: nothing, or sudo. */
  readonly asRoot: readonly string[]
  /** PATH of what runs as root: the system's own folders, whatever earlier steps put into theirs. */
  readonly toolPath: string
  /** Number of the user that the commands run as; nobody else's. */
  readonly user: number
  /** Folders that must not show although they may lie in one that does. Real paths. */
  readonly hidden: readonly string[]
  /** Folders that show, read only, beside those of the system. Real paths. */
  readonly shown: readonly string[]
}

export interface Bounds {
  /** Processes and threads at once. */
  readonly processes: number
  /** Size of the largest file. */
  readonly fileBytes: number
}

export interface IsolatedCommand {
  /** Folder with the layers, see `openOverlayFolder`. */
  readonly store: string
  readonly phase: 'setup' | 'round'
  readonly run: string
  /** `NAME=value` */
  readonly environment: readonly string[]
  readonly bounds: Bounds
}

export interface Argv {
  readonly file: string
  readonly args: readonly string[]
}

/** Where each phase reads and writes: names inside the store. The first lower layer lies above the next. */
const LAYERS = {
  setup: { project: 'tree', home: 'blank', upper: 'setup' },
  round: { project: 'tree:setup/project', home: 'setup/home', upper: 'round' },
} as const

const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts']

/** The command that runs another one isolated. Pure. */
export function unshareCommand(facts: IsolationFacts, command: IsolatedCommand): Argv {
  const { project, home, upper } = LAYERS[command.phase]
  const network = command.phase === 'setup' ? 'host' : 'none'
  const unshare = ['unshare', ...NAMESPACES, ...(network === 'none' ? ['--net'] : []), '--']
  const cell = [
    ...[command.store, String(facts.user), network, project, home, upper],
    ...[String(command.bounds.processes), String(command.bounds.fileBytes), command.run],
    ...facts.hidden,
    'shown',
    ...facts.shown,
    'environment',
    ...command.environment,
  ]
  return rootCommand(facts, [
    ...['sh', '-c', LIFELINE_SCRIPT, 'sh', ...unshare],
    ...['sh', '-c', CELL_SCRIPT, 'sh', ...cell],
  ])
}

/** Any command as root, with nothing of this process's environment. Pure. */
export function rootCommand(
  facts: Pick<IsolationFacts, 'asRoot' | 'toolPath'>,
  words: readonly string[],
): Argv {
  const [file = '', ...args] = [
    ...facts.asRoot,
    ...['/usr/bin/env', '-i', `PATH=${facts.toolPath}`, 'LC_ALL=C'],
    ...words,
  ]
  return { file, args }
}

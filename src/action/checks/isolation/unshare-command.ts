import { hash } from 'node:crypto'
import { CELL_SCRIPT, ENTRY_SCRIPT, LIFELINE_SCRIPT } from './isolation-script.ts'

/** What the isolation needs to know about this machine. */
export interface IsolationFacts {
  /** Prefix to run a command as root: empty, or sudo. */
  readonly asRoot: readonly string[]
  /** PATH of commands that run as root: folders of the system, without those that earlier steps can write to. */
  readonly toolPath: string
  /** Id of the user that the commands run as. No process has it but those of a run that has drawn it, too. */
  readonly user: number
  /** The number of the system call `keyctl`; `null`: it is not known for this processor. */
  readonly keyctl: number | null
  /** The filter of system calls, as hexadecimal digits. */
  readonly filter: string
  /** Folders that stay hidden, even inside a visible one. Real paths. */
  readonly hidden: readonly string[]
  /** Folders that are visible, read only, besides those of the system. Real paths. */
  readonly shown: readonly string[]
}

export interface Bounds {
  /** Simultaneous processes and threads. */
  readonly processes: number
  /** Size of the largest file. */
  readonly fileBytes: number
  /** Memory of all processes together, where the machine can limit it; absent: all that there is. */
  readonly memoryBytes?: number
}

interface IsolatedCommand {
  /** Folder with the layers, see `openOverlayFolder`. */
  readonly store: string
  readonly phase: Phase
  readonly run: string
  /** `NAME=value` */
  readonly environment: readonly string[]
  readonly bounds: Bounds
}

export interface Argv {
  readonly file: string
  readonly args: readonly string[]
}

/** `collect`: no command of the project, but the program that reads what the last one has left. */
export type Phase = 'setup' | 'round' | 'collect'

/**
 * The layers of each phase, as names inside the store. An earlier lower layer is above a later one. Without an upper layer
 * all is read only, and in place of a home there is `/base`, the project as it was before the last command.
 */
const LAYERS = {
  setup: { project: 'tree', home: 'blank', upper: 'setup' },
  round: { project: 'tree:setup/project', home: 'setup/home', upper: 'round' },
  collect: { project: 'round/project:tree:setup/project', home: 'tree:setup/project', upper: 'none' },
} as const

const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts']

/** The command line that runs a command isolated. Pure. */
export function unshareCommand(facts: IsolationFacts, command: IsolatedCommand): Argv {
  const { project, home, upper } = LAYERS[command.phase]
  const { processes, fileBytes, memoryBytes = '' } = command.bounds
  // Another run may have drawn the same user id, and remove a group of the same name. The store is of this run only.
  const group = `prentice-${facts.user}-${hash('sha256', command.store).slice(0, 8)}`
  const network = command.phase === 'setup' ? 'host' : 'none'
  const unshare = ['unshare', ...NAMESPACES, ...(network === 'none' ? ['--net'] : []), '--']
  const cell = [
    ...[command.store, String(facts.user), network, project, home, upper],
    ...[processes, fileBytes, memoryBytes].map(String),
    ...[ENTRY_SCRIPT, String(facts.keyctl), facts.filter, command.run],
    ...facts.hidden,
    'shown',
    ...facts.shown,
    'environment',
    ...command.environment,
  ]
  return rootCommand(facts, [
    ...['sh', '-c', LIFELINE_SCRIPT, group, ...unshare],
    ...['sh', '-c', CELL_SCRIPT, group, ...cell],
  ])
}

/** The command line that runs a command as root, without the environment of this process. Pure. */
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

/** Locations of toolchains that earlier steps of the workflow set. */
const TOOLCHAINS = ['JAVA_HOME', 'GOROOT', 'DOTNET_ROOT']

const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE']
const PROXIES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'no_proxy', 'NO_PROXY']

/** The complete environment of an isolated command, as `NAME=value`. Pure. */
export function composeEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  phase: 'setup' | 'round',
): string[] {
  const passed = [...TOOLCHAINS, ...(phase === 'setup' ? [...CERTIFICATES, ...PROXIES] : [])]
  return [
    `PATH=${environment.PATH ?? '/usr/local/bin:/usr/bin:/bin'}`,
    'HOME=/home/checks',
    'USER=checks',
    'LOGNAME=checks',
    'SHELL=/bin/sh',
    'TMPDIR=/tmp',
    'LANG=C.UTF-8',
    'CI=true',
    'NO_COLOR=1',
    ...passed.flatMap((name) => {
      const value = environment[name]
      return value === undefined || holdsCredentials(value) ? [] : [`${name}=${value}`]
    }),
  ]
}

/** The URL of a proxy may contain a password. */
const holdsCredentials = (value: string): boolean => value.includes('@')

import { HARDENED_CONFIG, type Setting, settingsAsEnvironment } from './hardened-config.ts'

/** The environment of the step. Only the variables named in this file reach git. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface GitPlace {
  readonly gitDir: string
  readonly workTree: string
  /** An index other than that of the git directory. */
  readonly indexFile?: string
}

/** curl reads the proxies in both spellings. The certificate files are for a server with a private certificate authority. */
const FOR_THE_NETWORK = [
  'https_proxy',
  'HTTPS_PROXY',
  'http_proxy',
  'all_proxy',
  'ALL_PROXY',
  'no_proxy',
  'NO_PROXY',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]

/** Starts from an empty environment, so that no GIT_* variable of the runner or of an earlier step has an effect. */
export function gitEnvironment(place: GitPlace, environment: Environment, more: readonly Setting[] = []) {
  return {
    PATH: environment.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    // libcurl looks for .netrc in HOME, or without HOME in the home folder of the user. Here it finds none.
    HOME: '/dev/null',
    XDG_CONFIG_HOME: '/dev/null',
    LC_ALL: 'C',
    GIT_DIR: place.gitDir,
    GIT_WORK_TREE: place.workTree,
    ...(place.indexFile === undefined ? {} : { GIT_INDEX_FILE: place.indexFile }),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_ALLOW_PROTOCOL: 'http:https',
    ...settingsAsEnvironment([...HARDENED_CONFIG, ...more]),
  }
}

/** Additional variables for a command that connects to the remote. */
export function networkEnvironment(environment: Environment): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const name of FOR_THE_NETWORK) {
    const value = environment[name]
    if (value !== undefined) passed[name] = value
  }
  return passed
}

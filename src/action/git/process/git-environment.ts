import { HARDENED_CONFIG, type Setting, settingsAsEnvironment } from './hardened-config.ts'

/** The operator's environment, of which only what is named here reaches git. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface GitPlace {
  readonly gitDir: string
  readonly workTree: string
  /** Another index than the git directory's own. */
  readonly indexFile?: string
}

/** curl reads the proxies in both spellings; the certificate files are for a GitHub behind a private authority. */
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

/** Built from nothing, so that no GIT_* variable of the runner, the checkout or an earlier step has a say. */
export function gitEnvironment(place: GitPlace, environment: Environment, more: readonly Setting[] = []) {
  return {
    PATH: environment.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    // libcurl looks for .netrc in HOME, or without HOME in the password database: here it finds none.
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

/** The same for a command that talks to the remote. */
export function networkEnvironment(environment: Environment): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const name of FOR_THE_NETWORK) {
    const value = environment[name]
    if (value !== undefined) passed[name] = value
  }
  return passed
}

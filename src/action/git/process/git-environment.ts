import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { UnfitRunner } from './unfit-runner.ts'

// Egress: writes certificates.

/** The environment of the step. Only the variables named in this file reach git. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface GitPlace {
  readonly gitDir: string
  readonly workTree: string
  /** An index other than that of the git directory. */
  readonly indexFile?: string
  /** Another folder of git objects to read from. Nothing else of its repository counts. */
  readonly objects?: string | undefined
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
    // Quoted, since a path may contain the separator.
    ...(place.objects !== undefined && {
      GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${place.objects.replace(/["\\]/g, '\\$&')}"`,
    }),
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

/**
 * For questions about the clone of a person: where it is, what HEAD names, how it is configured. git reads its configuration
 * then, of which these commands run no program. HOME has the folders that the person declared safe.
 */
export const cloneEnvironment = (environment: Environment): Record<string, string> => ({
  PATH: environment.PATH ?? '/usr/local/bin:/usr/bin:/bin',
  ...Object.fromEntries(
    ['HOME', 'XDG_CONFIG_HOME'].flatMap((name) => {
      const value = environment[name]
      return value === undefined ? [] : [[name, value]]
    }),
  ),
  LC_ALL: 'C',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  ...settingsAsEnvironment([
    ['core.fsmonitor', 'false'],
    ['core.hooksPath', '/dev/null'],
  ]),
})

/** Additional variables for a command that connects to the remote. */
export function networkEnvironment(environment: Environment): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const name of FOR_THE_NETWORK) {
    const value = environment[name]
    if (value !== undefined) passed[name] = value
  }
  return passed
}

/**
 * NODE_EXTRA_CA_CERTS adds to the certificates that Node trusts, while GIT_SSL_CAINFO replaces those that git trusts. So
 * git gets one file with both, unless GIT_SSL_CAINFO is set.
 */
export async function writeTrustedCertificates(
  folder: string,
  environment: Environment,
): Promise<Record<string, string>> {
  const extra = environment.NODE_EXTRA_CA_CERTS
  if (!extra || environment.GIT_SSL_CAINFO) return {}
  const file = join(folder, 'trusted-certificates.pem')
  const certificates = [...getCACertificates('bundled'), await readExtra(extra)]
  // Removed first, so that a symbolic link in its place is not followed.
  await rm(file, { force: true })
  await writeFile(file, certificates.join('\n'))
  return { GIT_SSL_CAINFO: file }
}

async function readExtra(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new UnfitRunner(
      `the environment variable NODE_EXTRA_CA_CERTS names ${file}, which cannot be read on the runner`,
      { cause },
    )
  }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Settings that let one command authenticate to the origin of the remote and nowhere else: git calls no credential helper,
 * and follows no redirect (HARDENED_CONFIG). GitHub accepts an installation token as the password of `x-access-token`.
 */
export function credentialSettings(remote: string, token: string): readonly Setting[] {
  const { protocol, hostname, origin } = new URL(remote)
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.has(hostname))) {
    throw new Error(`the remote ${origin} is not https: a token is sent over https only (or to loopback)`)
  }
  return [
    [`http.${origin}/.extraheader`, `AUTHORIZATION: basic ${basic(token)}`],
    ['http.sslVerify', 'true'],
    // Ends a stalled transfer after a minute.
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '60'],
    ['credential.helper', ''],
  ]
}

/** The text without the token, in both forms in which git has it. */
export function redactToken(text: string, token: string): string {
  if (token === '') return text
  return text.replaceAll(basic(token), '***').replaceAll(token, '***')
}

function basic(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString('base64')
}

/** `[name, value]` of one git setting. */
export type Setting = readonly [name: string, value: string]

/**
 * Settings that no checkout, home folder or machine may change. They are passed in the environment, which git ranks above
 * every file, and not in argv.
 */
const HARDENED_CONFIG: readonly Setting[] = [
  // A redirect leads to another repository, or another host.
  ['http.followRedirects', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.untrackedCache', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['core.autocrlf', 'false'],
  ['core.safecrlf', 'false'],
  ['core.sparseCheckout', 'false'],
  ['core.logAllRefUpdates', 'false'],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['core.pager', 'cat'],
  ['advice.detachedHead', 'false'],
  ['commit.gpgSign', 'false'],
  ['push.gpgSign', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['push.followTags', 'false'],
  ['diff.ignoreSubmodules', 'all'],
  ['user.useConfigOnly', 'true'],
  // `merge=union` in .gitattributes turns a conflict into the lines of both sides. The attribute is not overridden, because
  // that would also override `-merge`, which makes a conflict of any change on both sides.
  ['merge.union.driver', 'git merge-file --quiet --marker-size=%L %A %O %B'],
]

/**
 * Attributes that override .gitattributes: no filter runs and no byte is converted. A `-diff` in .gitattributes would hide
 * lines from the secret scanner. `!` instead of `-` where git rejects an attribute that is set to false.
 */
export const HARDENED_ATTRIBUTES =
  '* -text -ident -filter !eol !crlf !working-tree-encoding !diff !conflict-marker-size\n'

/** Attributes that make git treat these files as binary. Paths byte for byte (latin1); each matches only itself. */
export const binaryAttributes = (paths: readonly string[]): string =>
  paths.map((path) => `"/${path.replace(/[^A-Za-z0-9/._-]/g, quoteByte)}" -diff\n`).join('')

/** The quoted form needs two backslashes for one, and special characters of a pattern need one before them. */
function quoteByte(byte: string): string {
  const octal = `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`
  return /[*?[\]\\]/.test(byte) ? `\\\\${octal}` : octal
}

/** Settings as the environment of one command, see GIT_CONFIG_COUNT in git-config(1). */
function settingsAsEnvironment(settings: readonly Setting[]): Record<string, string> {
  const environment: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) }
  for (const [index, [name, value]] of settings.entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = name
    environment[`GIT_CONFIG_VALUE_${index}`] = value
  }
  return environment
}

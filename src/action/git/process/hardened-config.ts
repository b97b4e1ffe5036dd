/** `[name, value]` of one git setting. */
export type Setting = readonly [name: string, value: string]

/**
 * What a checkout, a home folder or the machine must not decide for us. Given by environment, which git ranks
 * above every file, and leaves argv free of it.
 */
export const HARDENED_CONFIG: readonly Setting[] = [
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
]

/**
 * The highest-ranking attributes: no filter runs and no byte is converted, whatever .gitattributes says. `-diff`
 * there would hide lines from the secret scanner. `!` and not `-` where git refuses an attribute set to false.
 */
export const HARDENED_ATTRIBUTES = '* -text -ident -filter !eol !crlf !working-tree-encoding !diff\n'

/** Lines for git's attributes; paths byte for byte (latin1), each matching itself alone. */
export const shunning = (paths: readonly string[]): string =>
  paths.map((path) => `"/${path.replace(/[^A-Za-z0-9/._-]/g, quoteByte)}" -diff\n`).join('')

/** In the quoted form a backslash is written as two, and one has to stand before what is special in a pattern. */
function quoteByte(byte: string): string {
  const octal = `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`
  return /[*?[\]\\]/.test(byte) ? `\\\\${octal}` : octal
}

/** Settings as environment of one command, see git-config(1), GIT_CONFIG_COUNT. */
export function settingsAsEnvironment(settings: readonly Setting[]): Record<string, string> {
  const environment: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) }
  for (const [index, [name, value]] of settings.entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = name
    environment[`GIT_CONFIG_VALUE_${index}`] = value
  }
  return environment
}

/** `[name, value]` of one git setting. */
export type Setting = readonly [name: string, value: string]

/**
 * Settings that no checkout, home folder or machine may change. They are passed in the environment, which git ranks above
 * every file, and not in argv.
 */
export const HARDENED_CONFIG: readonly Setting[] = [
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
export function settingsAsEnvironment(settings: readonly Setting[]): Record<string, string> {
  const environment: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) }
  for (const [index, [name, value]] of settings.entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = name
    environment[`GIT_CONFIG_VALUE_${index}`] = value
  }
  return environment
}

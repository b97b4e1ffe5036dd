import type { GithubState } from '../state/state.ts'

/** Commands that only read objects, given that all their revisions are full SHAs. */
const READERS = new Set([
  'cat-file',
  'diff',
  'diff-tree',
  'log',
  'ls-tree',
  'merge-base',
  'merge-tree',
  'rev-list',
  'rev-parse',
])
/** A SHA, a range of two, what a SHA peels to, or a path in it. */
const BY_SHA = /^[0-9a-f]{40}(\.\.\.?[0-9a-f]{40}|\^\{\w+\}|:.*)?$/s
const TYPES = new Set(['blob', 'commit', 'tree'])
const MAX_BYTES = 65_536
const MAX_ENTRIES = 2_000

/** Reads the refs besides the revisions that it names. */
const READS_REFS = new Set(['--all', '--branches', '--tags', '--remotes', '--glob', '--stdin'])

/**
 * Whether git's answer cannot change, because the command reads nothing but objects, and names them by their content.
 * A pull request is described several times for each event; without this, each time takes eight processes.
 */
export const isImmutableRead = ([command = '', ...rest]: readonly string[]): boolean =>
  READERS.has(command) &&
  rest.some((arg) => BY_SHA.test(arg)) &&
  rest.every((arg) =>
    arg.startsWith('-')
      ? !READS_REFS.has(arg)
      : BY_SHA.test(arg) || (command === 'cat-file' && TYPES.has(arg)),
  )

const outputs = new WeakMap<GithubState, Map<string, Buffer>>()

const keyOf = (gitDirectory: string, args: readonly string[]): string => [gitDirectory, ...args].join('\0')

export const recallOutput = (
  state: GithubState,
  gitDirectory: string,
  args: readonly string[],
): Buffer | undefined => outputs.get(state)?.get(keyOf(gitDirectory, args))

export const rememberOutput = (
  state: GithubState,
  gitDirectory: string,
  args: readonly string[],
  bytes: Buffer,
): void => {
  if (bytes.length > MAX_BYTES) return
  const known = outputs.get(state) ?? new Map<string, Buffer>()
  if (known.size >= MAX_ENTRIES) known.clear()
  known.set(keyOf(gitDirectory, args), bytes)
  outputs.set(state, known)
}

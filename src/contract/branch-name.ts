/** Characters that no reference of Git may hold, with what a message calls them. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  // Also those beyond ASCII, which Git takes: nobody can see or type them.
  [/\p{Cc}/u, 'a control character'],
  [/ /, 'a space'],
  [/[~^:?*[\\]/, 'one of `~ ^ : ? * [ \\`'],
  [/\.\./, '`..`'],
  [/@\{/, '`@{`'],
  [/\/\//, '`//`'],
]

/**
 * Why Git refuses this name for a branch, as `git check-ref-format --branch` does; `null`: it does not.
 * https://git-scm.com/docs/git-check-ref-format
 */
export function whyNoBranchName(name: string): string | null {
  const found = FORBIDDEN.find(([form]) => form.test(name))
  if (found !== undefined) return `it contains ${found[1]}`
  if (name === 'HEAD') return 'Git uses `HEAD` for the current commit'
  if (/^[-/]/.test(name)) return `it starts with \`${name[0]}\``
  if (/[./]$/.test(name)) return `it ends with \`${name.at(-1)}\``
  const parts = name.split('/')
  if (parts.some((part) => part.startsWith('.'))) return 'a part of it starts with `.`'
  if (parts.some((part) => part.endsWith('.lock'))) return 'a part of it ends with `.lock`'
  return null
}

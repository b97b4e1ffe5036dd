import type { ChangedFile } from '../../../github/repository.ts'

/** The files that GitHub lists, as the patch that git would print. Pure. */
export const writePatch = (files: readonly ChangedFile[]): string => files.map(writeFile).join('')

function writeFile({ path, previousPath, status, patch }: ChangedFile): string {
  const before = previousPath ?? path
  const lines = [`diff --git ${quote(`a/${before}`)} ${quote(`b/${path}`)}`]
  if (status === 'added') lines.push('new file mode 100644')
  if (status === 'removed') lines.push('deleted file mode 100644')
  if (status === 'renamed') lines.push(`rename from ${quote(before)}`, `rename to ${quote(path)}`)
  if (patch !== null) {
    lines.push(`--- ${status === 'added' ? '/dev/null' : quote(`a/${before}`)}`)
    lines.push(`+++ ${status === 'removed' ? '/dev/null' : quote(`b/${path}`)}`, patch)
  }
  return `${lines.join('\n')}\n`
}

/** A name with a line break must not begin another line of the patch. As git does, see read-path.ts. */
const quote = (name: string): string =>
  /["\\\p{Cc}]/u.test(name) ? `"${name.replace(/["\\]/g, '\\$&').replace(/\p{Cc}/gu, octal)}"` : name

const octal = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')

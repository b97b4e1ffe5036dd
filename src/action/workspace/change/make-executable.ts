import type { EditContext } from '../files/edit-context.ts'
import { LARGE_LIMIT, readBytes } from '../files/read-text.ts'
import type { ResolvedPath } from '../files/resolve-path.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { applyTransaction } from './transaction.ts'

/** The owner's bit is the one that git records. */
const OWNER_EXECUTES = 0o100

/** Makes a script executable. The name of the setting in a refusal tells a person how to allow it. */
export async function makeExecutable(editing: EditContext, path: string): Promise<ToolResult> {
  const located = await editing.locate(path)
  if (!located.ok) return refused(located.problem)
  const { file } = located
  const { stats } = file
  if (stats === null) return refused(`${file.path} does not exist. Write it first.`)
  if (stats.isDirectory()) return refused(`${file.path} is a folder. Name a file.`)
  if (!stats.isFile()) return refused(`${file.path} is not a regular file. Leave it.`)
  if (isExecutable(file)) return done(`${file.path} is already executable.`)
  if (!editing.mayMakeExecutable) {
    return refused(
      `${file.path} stays as it is: new executable files are published only with \`executable-scripts: true\` in the project settings. Continue without the bit, and say in the body that the file needs it.`,
    )
  }
  const bytes = stats.size > LARGE_LIMIT ? null : await readBytes(file)
  if (bytes === null || !bytes.subarray(0, 2).equals(SHEBANG)) {
    return refused(`${file.path} does not start with \`#!\`, so it is not a script. Leave it.`)
  }
  await applyTransaction(editing, [{ kind: 'replace', file, bytes, executable: true }])
  return done(`${file.path} is executable now.`)
}

const SHEBANG = Buffer.from('#!')

const isExecutable = ({ stats }: ResolvedPath): boolean =>
  stats !== null && (stats.mode & OWNER_EXECUTES) !== 0

/**
 * Why an executable file must not be moved; `null`: it may be. One that is not in the repository would be published as
 * a new executable. Pure.
 */
export function findNewExecutable(
  { isForeign, mayMakeExecutable }: Pick<EditContext, 'isForeign' | 'mayMakeExecutable'>,
  file: ResolvedPath,
): string | null {
  if (mayMakeExecutable || !isExecutable(file) || !isForeign(file.path)) return null
  return `${file.path} is executable and was not in the repository when you started, so it would not be published. Leave it, or write its text to a new file.`
}

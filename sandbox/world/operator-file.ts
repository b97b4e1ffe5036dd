import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Of the machine, and of no use to the commands of an operator. */
const OWN_TO_THE_SERVER: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'NODE_COMPILE_CACHE',
  'MALLOC_ARENA_MAX',
  'LOG_LEVEL',
])

/** The variables as lines for a shell. Pure. */
export const exportLines = (env: Readonly<Record<string, string>>): string =>
  Object.entries(env)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", `'\\''`)}'\n`)
    .join('')

/** Writes what the commands of an operator need, which includes the key of the app. Only the user can read it. */
export async function writeOperatorFile(
  directory: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const path = join(directory, 'operator.env')
  const needed = Object.entries(env).filter(([name]) => !OWN_TO_THE_SERVER.has(name))
  await writeFile(path, exportLines(Object.fromEntries(needed)), { mode: 0o600 })
  return path
}

import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { MANIFESTS } from '../../settings/suggest/project-files.ts'
import { suggestCommands } from '../../settings/suggest/suggest-commands.ts'
import { writeSuggestion } from '../../settings/suggest/write-suggestion.ts'

/** Prints settings that suit the repository in a folder. Returns the exit code: 1 if nothing is suggested. */
export async function printSuggestion(
  folder: string,
  { isJson }: { readonly isJson: boolean },
): Promise<number> {
  // npm changes to the folder of Prentice; INIT_CWD is where the person was.
  const root = resolve(process.env.INIT_CWD ?? '', folder)
  try {
    const names = await readdir(root)
    const found = MANIFESTS.filter((name) => names.includes(name))
    const texts = await Promise.all(
      found.map(async (name) => [name, await readFile(resolve(root, name), 'utf8')] as const),
    )
    const suggestion = suggestCommands({ names, texts: Object.fromEntries(texts) })
    const text = writeSuggestion(suggestion)
    if (isJson) process.stdout.write(`${JSON.stringify(suggestion, null, 2)}\n`)
    else if (text !== '') process.stdout.write(`# .github/prentice.yml\n${text}\n`)
    if (text !== '') return 0
    process.stderr.write(
      `${root} has no manifest from which checks can be suggested: add your own under checks: (docs/checks.md)\n`,
    )
    return 1
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    process.stderr.write(`error: ${root} cannot be read (${why}): name the folder of a checkout\n`)
    return 1
  }
}

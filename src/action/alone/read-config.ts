import { z } from 'zod'
import { CHECKS_KEYS, type ChecksPlan, findChecksProblem, planChecks } from '../../contract/checks.ts'
import { fail } from '../run-failure.ts'

export const CONFIG_PATH = '.github/prentice.yml'

const MOST_CHARACTERS = 64 * 1024

/** Without a server nothing else of the file counts. */
const ConfigFile = z.object(CHECKS_KEYS)

/** The checks that the project's config names; `text` is `null` where it has none. Throws with what is wrong in it. */
export async function readChecks(text: string | null): Promise<ChecksPlan | null> {
  if (text === null) return null
  if (text.length > MOST_CHARACTERS) throw fail('config-invalid', 'it is larger than 64 KiB')
  const file = ConfigFile.safeParse((await readYaml(text)) ?? {})
  if (!file.success) {
    const issue = file.error.issues[0]
    throw fail(
      'config-invalid',
      `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'is not valid'}`,
    )
  }
  const problem = findChecksProblem(file.data)
  if (problem !== null) throw fail('config-invalid', `${problem.path}: ${problem.message}`)
  return planChecks(file.data)
}

async function readYaml(text: string): Promise<unknown> {
  const { parse } = await import(/* webpackMode: "eager" */ 'yaml')
  try {
    return parse(text, { logLevel: 'error' })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    throw fail('config-invalid', (said.split('\n', 1)[0] ?? '').replace(/:$/, ''), error)
  }
}

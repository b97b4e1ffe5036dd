import { z } from 'zod'
import { CHECKS_KEYS, findChecksProblem, planChecks } from '../../../contract/checks.ts'
import { PUBLISH_KEYS, planRules } from '../../../contract/publish-keys.ts'
import { fail } from '../../outcome/run-failure.ts'
import type { ProjectSettings } from '../control-plane.ts'

export const CONFIG_PATH = '.github/prentice.yml'

const MOST_CHARACTERS = 64 * 1024

/** Of these a server takes notice; without one, the inputs say them or there is no use for them. */
const OF_A_SERVER = ['base', 'model', 'effort', 'draft', 'show-prompt', 'archive-on-close', 'limits']

/** Unknown keys are errors: a typo must not pass for a setting. */
const ConfigFile = z.strictObject({
  ...Object.fromEntries(OF_A_SERVER.map((key) => [key, z.unknown().optional()])),
  ...PUBLISH_KEYS,
  ...CHECKS_KEYS,
})

/** What the project's config says; `text` is `null` where there is none. Throws with what is wrong in it. */
export async function readConfig(text: string | null): Promise<ProjectSettings> {
  if (text === null) return { checks: null, rules: planRules({}) }
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
  return { checks: planChecks(file.data), rules: planRules(file.data) }
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

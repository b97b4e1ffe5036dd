import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { parseOrganisationSettings } from '../../settings/organisation-settings.ts'
import { type ParsedSettings, parseSettings } from '../../settings/parse-settings.ts'
import { SETTINGS_PATHS } from '../../settings/settings-files.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

export const UNKNOWN_KEY = 'delete the key, or upgrade Prentice if a later version knows it'

/**
 * A settings file on this machine, as a server or the action would read it: of a repository, where the file may have two
 * names, or of an organisation.
 */
export async function checkSettingsFile(
  path: string,
  { isOrganisation }: { readonly isOrganisation: boolean },
): Promise<Finding[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return [fail('settings', `${path} cannot be read (${why})`, 'name an existing file')]
  }
  if (isOrganisation) {
    const parsed = parseOrganisationSettings(text, path)
    return parsed.kind === 'invalid'
      ? describeProblems(parsed)
      : [ok('settings', `${path} is valid as the settings of an organisation`)]
  }
  const other = otherName(path)
  const parsed = parseSettings([
    { path, text },
    ...(other !== null && existsSync(other) ? [{ path: other, text: null }] : []),
  ])
  if (parsed.kind === 'invalid') return describeProblems(parsed)
  return [
    ok('settings', `${path} is valid`),
    ...parsed.warnings.map((warning) => warn('settings', `${path}: ${warning}`, UNKNOWN_KEY)),
  ]
}

/** Each problem says what is allowed. */
const describeProblems = ({ path, problems }: Extract<ParsedSettings, { kind: 'invalid' }>): Finding[] =>
  problems.map((problem) => ({
    check: 'settings',
    status: 'fail',
    text: `${path}: ${problem}`,
    todo: null,
  }))

/** The other name that the file may have; `null`: it has neither, and gets one later. */
function otherName(path: string): string | null {
  const { dir, base } = parse(path)
  const names = SETTINGS_PATHS.map((one) => basename(one))
  const other = names.includes(base) ? names.find((name) => name !== base) : undefined
  return other === undefined ? null : join(dir, other)
}

import { readFile } from 'node:fs/promises'
import { ORGANISATION_PATH, parseOrganisationSettings } from '../../settings/organisation-settings.ts'
import { parseSettings } from '../../settings/parse-settings.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

export const UNKNOWN_KEY = 'delete the key, or upgrade Prentice if a later version knows it'

/** A settings file on this machine, as a server or the action would read it: of a repository, or of an organisation. */
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
  if (isOrganisation) return [checkOrganisation(path, text)]
  const parsed = parseSettings([{ path, text }])
  if (parsed.kind === 'valid')
    return [
      ok('settings', `${path} is valid`),
      ...parsed.warnings.map((warning) => warn('settings', `${path}: ${warning}`, UNKNOWN_KEY)),
    ]
  // Each problem says what is allowed.
  return parsed.problems.map((problem) => ({
    check: 'settings',
    status: 'fail',
    text: `${path}: ${problem}`,
    todo: null,
  }))
}

function checkOrganisation(path: string, text: string): Finding {
  const parsed = parseOrganisationSettings(text)
  if (parsed.kind === 'valid') return ok('settings', `${path} is valid as the settings of an organisation`)
  const detail = parsed.detail.replace(`${ORGANISATION_PATH}: `, '')
  return { check: 'settings', status: 'fail', text: `${path}: ${detail}`, todo: null }
}

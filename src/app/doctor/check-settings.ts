import { readFile } from 'node:fs/promises'
import { parseSettings } from '../../settings/parse-settings.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

export const UNKNOWN_KEY = 'delete the key, or upgrade Prentice if a later version knows it'

/** A settings file on this machine, as a server or the action would read it from the default branch. */
export async function checkSettingsFile(path: string): Promise<Finding[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return [fail('settings', `${path} cannot be read (${why})`, 'name an existing file')]
  }
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

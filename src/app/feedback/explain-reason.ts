import { type Reason, type ReasonCode, splitReason } from '../../contract/reasons.ts'
import { inTermsOf } from '../domain/reason-terms.ts'
import type { JobFacts, Place } from './job-facts.ts'
import { oneLine } from './show-text.ts'

const LIMIT = 700

/**
 * What ended a run, without its last full stop. Details of a reason can quote the model or paths of the change, so only
 * the code of it is shown of a confidential job.
 */
export function whatHappened({ job, isConfidential }: JobFacts, reason: Reason): string {
  if (isConfidential) return `\`${oneLine(reason.code, job.repository, 60)}\``
  return oneLine(splitReason(reason).what, job.repository, LIMIT).replace(/\.$/, '')
}

/** What to do about it, in terms of the place where it is read, and where to do it. */
export function howToFix({ job, isConfidential }: JobFacts, reason: Reason, place: Place): string {
  const { fix } = splitReason(reason)
  const said = isConfidential && fix === '' ? 'The caller of the API sees the reason.' : fix
  const link = linkOfFix(reason.code, job.repository)
  const where = link === null ? '' : ` [${link.text}](${link.url})`
  return `${inTermsOf(place, oneLine(said, job.repository, LIMIT))}${where}`
}

const SETTINGS_FILE = { text: 'Open the settings file', path: '/blob/HEAD/.github/prentice.yml' }

/** The page of the repository on which a reason can be fixed; `null`: there is none. Pure. */
export function linkOfFix(
  code: ReasonCode,
  repositoryUrl: string,
): { readonly text: string; readonly url: string } | null {
  const link = LINKS[code]
  return link === undefined ? null : { text: link.text, url: `${repositoryUrl}${link.path}` }
}

const LINKS: Readonly<Partial<Record<ReasonCode, { readonly text: string; readonly path: string }>>> = {
  'actions-blocked': { text: 'Open the settings of Actions', path: '/settings/actions' },
  'actions-disabled': { text: 'Open the settings of Actions', path: '/settings/actions' },
  'change-too-large': SETTINGS_FILE,
  'config-invalid': SETTINGS_FILE,
  'model-key-missing': { text: 'Add the secret', path: '/settings/secrets/actions/new' },
  'path-protected': SETTINGS_FILE,
}

import { type Reason, type ReasonCode, splitReason } from '../../contract/reasons.ts'
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
  const link = LINKS[reason.code]
  const where = link === undefined ? '' : ` [${link.text}](${job.repository}${link.path})`
  return `${inTermsOf(place, oneLine(said, job.repository, LIMIT))}${where}`
}

const SETTINGS_FILE = { text: 'Open the settings file', path: '/blob/HEAD/.github/prentice.yml' }

/** The page of the repository on which a reason can be fixed. */
const LINKS: Readonly<Partial<Record<ReasonCode, { readonly text: string; readonly path: string }>>> = {
  'actions-blocked': { text: 'Open the settings of Actions', path: '/settings/actions' },
  'actions-disabled': { text: 'Open the settings of Actions', path: '/settings/actions' },
  'change-too-large': SETTINGS_FILE,
  'config-invalid': SETTINGS_FILE,
  'model-key-missing': { text: 'Add the secret', path: '/settings/secrets/actions/new' },
  'path-protected': SETTINGS_FILE,
}

/** The reasons are written for callers of the API. */
const RETRY = /\bretry the job \('POST …\/retry'\)/gi
const RETRY_CALL = /'POST …\/retry'/g
const MESSAGE = /\bsend a message\b/gi

function inTermsOf(place: Place, text: string): string {
  if (place === 'check-run')
    return text.replace(RETRY, like('click **Retry**')).replace(RETRY_CALL, '**Retry**')
  return text
    .replace(RETRY, like('comment `/prentice retry`'))
    .replace(RETRY_CALL, '`/prentice retry`')
    .replace(MESSAGE, like('write a `/prentice` comment'))
}

/** The new words, with a capital if the old ones had one. */
const like = (words: string) => (old: string) =>
  /^[A-Z]/.test(old) ? words.charAt(0).toUpperCase() + words.slice(1) : words

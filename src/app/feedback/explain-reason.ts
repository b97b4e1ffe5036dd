import { type Reason, splitReason } from '../../contract/reasons.ts'
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

/** What to do about it, in terms of the place where it is read. */
export function howToFix({ job, isConfidential }: JobFacts, reason: Reason, place: Place): string {
  const { fix } = splitReason(reason)
  const said = isConfidential && fix === '' ? 'The caller of the API sees the reason.' : fix
  return inTermsOf(place, oneLine(said, job.repository, LIMIT))
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

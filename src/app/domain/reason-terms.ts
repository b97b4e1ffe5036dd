import { type ReasonCode, withCaseOf } from '../../contract/reasons.ts'

/** The reasons are written for callers of the API. */
const RETRY = /\bretry the job \(['`]POST …\/retry['`]\)/gi
const RETRY_CALL = /['`]POST …\/retry['`]/g
const MESSAGE = /\bsend a message\b/gi
const OTHER_MODEL =
  /\bcreate a new job with another ['`]model['`](, in the form ['`]?provider\/model['`]?)?/gi

/** The next job of the issue uses it. */
const ANOTHER_MODEL =
  'set another `model` in `.github/prentice.yml`, then comment `/prentice` with what to do'

/** The text of a reason for a person, in terms of the place where it is read. Pure. */
export function inTermsOf(place: 'comment' | 'check-run' | 'dashboard' | 'command', text: string): string {
  if (place === 'command') return text.replace(RETRY, withCaseOf('run the command again'))
  if (place === 'dashboard')
    return text
      .replace(RETRY, withCaseOf('press Retry'))
      .replace(RETRY_CALL, 'Retry')
      .replace(MESSAGE, withCaseOf('send a follow-up'))
  if (place === 'check-run')
    return text.replace(RETRY, withCaseOf('click **Retry**')).replace(RETRY_CALL, '**Retry**')
  return text
    .replace(RETRY, withCaseOf('comment `/prentice retry`'))
    .replace(RETRY_CALL, '`/prentice retry`')
    .replace(MESSAGE, withCaseOf('write a `/prentice` comment'))
    .replace(OTHER_MODEL, withCaseOf(ANOTHER_MODEL))
}

const SETTINGS_FILE = { text: 'Open the settings file', path: '/blob/HEAD/.github/prentice.yml' }

/** The page of the repository on which a reason can be fixed; `null`: none. Pure. */
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

import { GithubRefused, GithubUnavailable } from '../../../github/errors.ts'
import { StoreContended, StoreFull, StoreUnavailable, WriteUnconfirmed } from '../../../store/store.ts'
import { PageError } from '../frame/page-error.ts'
import { AskedTooOften } from '../lookup/github-reads.ts'

/** What is wrong and what to do, in the words of the dashboard. The texts of the API are for its callers. */
export function explainError(error: unknown, status: number): string {
  if (error instanceof PageError) return error.message
  if (error instanceof AskedTooOften)
    return 'You have caused too many requests to GitHub. Try again in a minute.'
  if (error instanceof GithubUnavailable)
    return 'GitHub cannot be reached right now. Try again in a few seconds.'
  // Written for people, too, and stored with jobs.
  if (error instanceof GithubRefused) return sentence(error.reason.message)
  if (error instanceof StoreFull)
    return 'The database of the server is full, so nothing was changed. Try again when the operator has freed space.'
  if (error instanceof StoreContended)
    return 'Too many requests change the same record, so nothing was changed. Try again in a few seconds.'
  if (error instanceof WriteUnconfirmed)
    return 'The server does not know whether the change was made. Load the page again to see.'
  if (error instanceof StoreUnavailable)
    return 'The server cannot reach its database, so nothing was changed. Try again in a few seconds.'
  return textOf(status)
}

const TEXTS = new Map([
  [404, 'There is no such page, or you have no access to it.'],
  [413, 'The form has more text, or more fields, than the server accepts. Shorten it, then send it again.'],
  [429, 'There were too many requests. Try again later.'],
  [503, 'The server cannot answer right now. Try again in a few seconds.'],
])

const textOf = (status: number): string =>
  TEXTS.get(status) ??
  (status < 500
    ? 'The server cannot read this request. Go back, and try again.'
    : 'The server could not do this. Its log has the request ID below.')

/** A text of the API as a sentence. */
export const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`

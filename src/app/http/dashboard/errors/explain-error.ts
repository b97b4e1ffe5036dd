import { GithubRefused, GithubUnavailable } from '../../../github/errors.ts'
import { StoreContended, StoreFull, StoreUnavailable, WriteUnconfirmed } from '../../../store/store.ts'
import { PageError } from '../frame/page-error.ts'
import type { View } from '../frame/view.ts'
import { AskedTooOften } from '../lookup/github-reads.ts'
import { FRAME_WORDS } from '../words/frame-words.ts'

/** What is wrong and what to do, in the words of the dashboard. The texts of the API are for its callers. */
export function explainError(view: Pick<View, 'say'>, error: unknown, status: number): string {
  const words = view.say(FRAME_WORDS)
  if (error instanceof PageError) return error.message
  if (error instanceof AskedTooOften) return words.askedTooOften
  if (error instanceof GithubUnavailable) return words.githubDown
  // Written for people, too, and stored with jobs.
  if (error instanceof GithubRefused) return sentence(error.reason.message)
  if (error instanceof StoreFull) return words.storeFull
  if (error instanceof StoreContended) return words.storeBusy
  if (error instanceof WriteUnconfirmed) return words.storeUnconfirmed
  if (error instanceof StoreUnavailable) return words.storeDown
  return words[textOf(status)]
}

const TEXTS = ['text400', 'text404', 'text413', 'text429', 'text503'] as const

const textOf = (status: number): (typeof TEXTS)[number] | 'text500' =>
  TEXTS.find((name) => name === `text${status}`) ?? (status < 500 ? 'text400' : 'text500')

/** A text of the API as a sentence. */
export const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`

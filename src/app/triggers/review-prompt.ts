import { shorten, withoutHiddenCharacters } from '../../sanitize/neutralize.ts'
import type { ReviewComment, SubmittedReview } from '../github/github.ts'
import { findMention } from './mention/find-mention.ts'

const MAX_HUNK = 2_000
const MAX_COMMENT = 20_000
const MAX_PROMPT = 400_000

/** One prompt for a whole review: its text, and each of its comments with its place in the diff. Pure. */
export function reviewPrompt(
  { body, state, comments }: Pick<SubmittedReview, 'body' | 'state' | 'comments'>,
  { pullRequest, slug }: { readonly pullRequest: number; readonly slug: string },
): string {
  const verdict = state === 'changes_requested' ? ', which asks for changes' : ''
  const parts = [
    `This is a review of pull request #${pullRequest}${verdict}. Do what it asks for.`,
    wordsOf(body, slug),
    ...comments.map((comment) => describe(comment, wordsOf(comment.body, slug))),
  ]
  return shorten(parts.filter((part) => part !== '').join('\n\n'), MAX_PROMPT)
}

/** A text without the mention of the App in it. */
function wordsOf(text: string, slug: string): string {
  const mention = findMention(text, slug)
  return mention?.kind === 'prompt' ? mention.text : withoutHiddenCharacters(text).trim()
}

function describe({ path, line, hunk }: ReviewComment, words: string): string {
  const shown = hunk.length <= MAX_HUNK ? hunk : `…${hunk.slice(-MAX_HUNK).toWellFormed()}`
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  const place = line === null ? path : `${path}, line ${line}`
  return [`Comment on ${place}:`, `${fence}diff`, shown, fence, shorten(words, MAX_COMMENT)].join('\n')
}

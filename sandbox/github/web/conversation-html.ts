import { findThread } from '../issues/threads.ts'
import { REACTIONS } from '../shapes/authorship.ts'
import { escapeHtml } from '../shapes/escape-html.ts'
import { type Thread, threadNumber, threadPage } from '../shapes/issue.ts'
import type { Account } from '../state/account.ts'
import type { Reaction, ReviewComment } from '../state/issue.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { markdown } from './markdown.ts'

interface Entry {
  readonly id: number
  readonly anchor: string
  readonly author: Account
  readonly at: Date
  /** What the author did. */
  readonly verb: string
  /** Markdown. */
  readonly body: string
  readonly subject: Reaction['subject'] | null
  readonly lines: readonly ReviewComment[]
}

/** The text of an issue or a pull request, then its comments and reviews, oldest first. */
export const conversationHtml = (state: GithubState, repository: Repository, thread: Thread): string => {
  const entries = [...commentsOn(repository, thread), ...reviewsOf(repository, thread)]
  const later = entries.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id)
  return [firstEntry(thread), ...later].map((entry) => entryHtml(state, repository, entry)).join('')
}

const firstEntry = (thread: Thread): Entry => {
  const { id, author, body, createdAt } = thread.kind === 'issue' ? thread.issue : thread.pull
  const subject = { kind: 'issue', id } as const
  const about = thread.kind === 'issue' ? 'opened this issue' : 'opened this pull request'
  return {
    id,
    anchor: `issue-${id}`,
    author,
    at: createdAt,
    verb: about,
    body: body ?? '',
    subject,
    lines: [],
  }
}

const commentsOn = (repository: Repository, thread: Thread): Entry[] =>
  repository.comments
    .filter(({ issue }) => issue === threadNumber(thread))
    .map(({ id, author, body, createdAt }) => ({
      ...{ id, author, body, at: createdAt, anchor: `issuecomment-${id}`, verb: 'commented', lines: [] },
      subject: { kind: 'comment', id },
    }))

const VERBS = {
  approved: 'approved these changes',
  changes_requested: 'requested changes',
  commented: 'reviewed',
  dismissed: 'left a review that was dismissed',
} as const

const reviewsOf = (repository: Repository, thread: Thread): Entry[] =>
  repository.reviews
    .filter(({ pull }) => thread.kind === 'pull' && pull === thread.pull.number)
    .map(({ id, author, state, body, submittedAt }) => ({
      ...{ id, author, body, at: submittedAt, anchor: `pullrequestreview-${id}`, subject: null },
      verb: VERBS[state],
      lines: repository.reviewComments.filter(({ review }) => review === id),
    }))

const entryHtml = (state: GithubState, repository: Repository, entry: Entry): string => {
  const { author, anchor, verb, body, subject, lines, at } = entry
  const text = (written: string): string => markdown(written, pathIn(state, repository))
  const onLines = lines.map(
    (line) =>
      `<p id="discussion_r${line.id}"><code>${escapeHtml(placeOf(line))}</code></p>${withSuggestions(line, text)}${reactionsHtml(repository, { kind: 'review-comment', id: line.id })}`,
  )
  const shown = text(body) + onLines.join('')
  return `<div class="comment" id="${anchor}">${avatarHtml(author)}<div class="box"><div class="top">${nameHtml(author)} ${verb} <a href="#${anchor}">${timeHtml(at)}</a></div><div class="text">${shown || '<p class="muted">No description provided.</p>'}</div>${subject === null ? '' : reactionsHtml(repository, subject)}</div></div>`
}

const placeOf = ({ path, startLine, line }: ReviewComment): string =>
  `${path}:${startLine === null ? '' : `${startLine}-`}${line}`

const SUGGESTION = /^(`{3,})suggestion\n(?:([\s\S]*?)\n)?\1$/gm

/** A suggestion stands in a box, with the lines that it replaces. */
const withSuggestions = (comment: ReviewComment, text: (written: string) => string): string => {
  const replaced = linesOf(comment).map((line) => `<span class="line removed">-${escapeHtml(line)}</span>`)
  const parts = comment.body.split(SUGGESTION)
  return parts
    .map((part = '', index) => {
      if (index % 3 === 0) return text(part)
      if (index % 3 === 1) return ''
      const added = part === '' ? [] : part.split('\n')
      const shown = added.map((line) => `<span class="line added">+${escapeHtml(line)}</span>`)
      return `<div class="box file suggestion"><div class="top">Suggested change</div><pre tabindex="0">${[...replaced, ...shown].join('')}</pre></div>`
    })
    .join('')
}

/** The lines that a comment is about, which end its hunk. */
const linesOf = ({ diffHunk, startLine, line }: ReviewComment): string[] =>
  diffHunk
    .split('\n')
    .slice(1)
    .filter((one) => !one.startsWith('-'))
    .slice(-(line - (startLine ?? line) + 1))
    .map((one) => one.slice(1))

const pathIn = (state: GithubState, repository: Repository) => (number: number) => {
  const thread = findThread(repository, number)
  return thread === undefined ? null : threadPage(state, repository, thread)
}

const reactionsHtml = (repository: Repository, { kind, id }: Reaction['subject']): string => {
  const own = repository.reactions.filter(({ subject }) => subject.kind === kind && subject.id === id)
  const counts = Object.entries(REACTIONS).flatMap(([content, emoji]) => {
    const who = own.filter((reaction) => reaction.content === content).map(({ author }) => author.login)
    return who.length === 0
      ? []
      : [`<span title="${escapeHtml(who.join(', '))}">${emoji} ${who.length}</span>`]
  })
  return counts.length === 0 ? '' : `<div class="reactions">${counts.join('')}</div>`
}

const shortName = ({ login }: Account): string => login.replace(/\[bot\]$/, '')

/** GitHub calls an app by its name, with a mark behind it. */
const nameHtml = (account: Account): string =>
  `<b>${escapeHtml(shortName(account))}</b>${account.type === 'Bot' ? ' <span class="bot">bot</span>' : ''}`

const avatarHtml = (account: Account): string =>
  `<span class="avatar${account.type === 'Bot' ? ' square' : ''}" style="--hue:${(account.id * 137) % 360}" aria-hidden="true">${escapeHtml(shortName(account).slice(0, 1).toUpperCase())}</span>`

const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

const timeHtml = (at: Date): string => `<time datetime="${at.toISOString()}">${TIME.format(at)}</time>`

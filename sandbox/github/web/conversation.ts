import { escapeHtml } from '../shapes/escape-html.ts'
import type { Account } from '../state/account.ts'
import type { Issue } from '../state/issue.ts'
import type { Repository } from '../state/repository.ts'
import { page } from './page.ts'

export const issueLine = (issue: Issue): string =>
  `#${issue.number} ${issue.title} (${[issue.state, ...issue.labels.map(({ name }) => name)].join(', ')})`

export const issueHtml = (repository: Repository, issue: Issue): string =>
  page(
    issueLine(issue),
    textHtml(issue.author, issue.body ?? '') + conversationHtml(repository, issue.number),
  )

/** Comments and reviews of an issue or a pull request, oldest first. */
export const conversationHtml = (repository: Repository, number: number): string => {
  const comments = repository.comments
    .filter(({ issue }) => issue === number)
    .map(({ id, author, body, createdAt }) => ({ id, author, body, at: createdAt, kind: 'issuecomment-' }))
  const reviews = repository.reviews
    .filter(({ pull }) => pull === number)
    .map(({ id, author, state, body, submittedAt }) => ({
      ...{ id, author, at: submittedAt, kind: 'pullrequestreview-' },
      body: [`Review: ${state.replace('_', ' ')}`, body, ...linesOf(repository, id)].join('\n'),
    }))
  const all = [...comments, ...reviews].toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id)
  const texts = all.map((one) => `<div id="${one.kind}${one.id}">${textHtml(one.author, one.body)}</div>`)
  return texts.length === 0 ? '' : `<h2>Conversation</h2>${texts.join('')}`
}

const linesOf = (repository: Repository, id: number): string[] =>
  repository.reviewComments
    .filter(({ review }) => review === id)
    .map(({ path, line, body }) => `${path}:${line}: ${body}`)

const textHtml = (author: Account, text: string): string =>
  `<p><b>${escapeHtml(author.login)}</b></p><pre>${escapeHtml(text)}</pre>`

import type { IncomingMessage } from 'node:http'
import { adminOf } from '../accounts/accounts.ts'
import { roleOf } from '../accounts/roles.ts'
import { openIssue } from '../issues/change-issue.ts'
import { addComment } from '../issues/comments.ts'
import { submitReview } from '../issues/reviews.ts'
import type { Writer } from '../issues/threads.ts'
import { ApiError } from '../rest/api-error.ts'
import { readText } from '../rest/read-json.ts'
import { escapeHtml } from '../shapes/escape-html.ts'
import { type Thread, threadNumber, threadPage } from '../shapes/issue.ts'
import { fullName, repositoryPage } from '../shapes/repository.ts'
import type { Account } from '../state/account.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { conversationHtml } from './conversation-html.ts'
import { diffHtml } from './diff-html.ts'
import { page } from './page.ts'

/** A page, or the page that a browser opens after it has sent a form. */
export type Answer =
  | { readonly status: 200 | 422; readonly html: string }
  | { readonly status: 303; readonly location: string }

/** The page of an issue or a pull request, with a form for a comment. `diff`: of a pull request. */
export const answerThread = async (
  state: GithubState,
  repository: Repository,
  {
    thread,
    diff,
    request,
  }: { readonly thread: Thread; readonly diff: string; readonly request: IncomingMessage },
): Promise<Answer> => {
  const writer = visitorOf(state, repository)
  const shown = (form: FormState) => threadHtml(state, repository, { thread, diff, writer, form })
  if (request.method !== 'POST') return { status: 200, html: shown(EMPTY) }
  const sent = new URLSearchParams(await readText(request))
  const body = sent.get('body') ?? ''
  const reviewer = sent.get('reviewer')
  if (reviewer !== null && thread.kind === 'pull') {
    const account = reviewersOf(state, repository).find(({ login }) => login === reviewer)
    if (account === undefined)
      return { status: 422, html: shown({ body, error: `${reviewer} is nobody here` }) }
    return orError({ body }, shown, async () => {
      const event = sent.get('event')
      const { id } = await submitReview(state, thread.pull, { event, body }, { account, viaApp: null })
      return `${threadPage(state, repository, thread)}#pullrequestreview-${id}`
    })
  }
  return orError({ body }, shown, () => {
    const { id } = addComment(state, repository, thread, { body, writer })
    return `${threadPage(state, repository, thread)}#issuecomment-${id}`
  })
}

/** The form for a new issue. */
export const answerNewIssue = async (
  state: GithubState,
  repository: Repository,
  request: IncomingMessage,
): Promise<Answer> => {
  const writer = visitorOf(state, repository)
  const shown = (form: FormState) => newIssueHtml(state, repository, writer, form)
  if (request.method !== 'POST') return { status: 200, html: shown(EMPTY) }
  const sent = new URLSearchParams(await readText(request))
  const [title = '', body = ''] = ['title', 'body'].map((name) => sent.get(name) ?? '')
  return orError({ title, body }, shown, () => {
    const issue = openIssue(state, repository, { title, body }, writer)
    return threadPage(state, repository, { kind: 'issue', issue })
  })
}

/** Nobody signs in: visitors write as the first person who may write, such as `ana`, or else as the owner. */
const visitorOf = (state: GithubState, repository: Repository): Writer => {
  const account = state.accounts.find(({ id }) => repository.roles.get(id) === 'write')
  return { account: account ?? adminOf(state, repository.owner), viaApp: null }
}

/** Everybody who sees the repository can review. */
const reviewersOf = (state: GithubState, repository: Repository): readonly Account[] =>
  state.accounts.filter((account) => account.type === 'User' && roleOf(state, repository, account) !== null)

interface FormState {
  readonly title?: string
  readonly body: string
  readonly error: string
}
const EMPTY: FormState = { body: '', error: '' }

/** Shows the form again, with what was sent, if GitHub's API would refuse it. */
const orError = async (
  sent: Omit<FormState, 'error'>,
  shown: (form: FormState) => string,
  write: () => string | Promise<string>,
): Promise<Answer> => {
  try {
    return { status: 303, location: await write() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: 422, html: shown({ ...sent, error: reasonOf(error) }) }
  }
}

const reasonOf = ({ message, extra }: ApiError): string => {
  const [first]: unknown[] = Array.isArray(extra.errors) ? extra.errors : []
  if (typeof first === 'string') return first
  if (typeof first !== 'object' || first === null) return message
  if ('message' in first) return String(first.message)
  return 'field' in first ? `The ${String(first.field)} cannot be empty.` : message
}

const crumbs = (state: GithubState, repository: Repository): string =>
  `<p class="crumbs"><a href="${escapeHtml(repositoryPage(state, repository))}">${escapeHtml(fullName(repository))}</a></p>`

const threadHtml = (
  state: GithubState,
  repository: Repository,
  {
    thread,
    diff,
    writer,
    form,
  }: { readonly thread: Thread; readonly diff: string; readonly writer: Writer; readonly form: FormState },
): string => {
  const { title } = thread.kind === 'issue' ? thread.issue : thread.pull
  const number = `#${threadNumber(thread)}`
  const heading = `${crumbs(state, repository)}<h1>${escapeHtml(title)} <span class="number">${number}</span></h1>`
  return page(
    `${title} · ${number}`,
    `<div data-live>${aboutHtml(thread)}${conversationHtml(state, repository, thread)}</div>${commentForm(writer, form)}${thread.kind === 'pull' && thread.pull.state === 'open' ? reviewForm(reviewersOf(state, repository)) : ''}<div data-live>${diffHtml(diff)}</div>`,
    heading,
  )
}

const aboutHtml = (thread: Thread): string => {
  const one = thread.kind === 'issue' ? thread.issue : thread.pull
  const labels = one.labels.map(({ name }) => ` <span class="label">${escapeHtml(name)}</span>`).join('')
  if (thread.kind === 'issue')
    return `<p><span class="state ${one.state}">${one.state === 'open' ? 'Open' : 'Closed'}</span>${labels}</p>`
  const { merged, draft, state, head, base, author } = thread.pull
  const [name, text] = merged
    ? ['merged', 'Merged']
    : state === 'closed'
      ? ['closed', 'Closed']
      : draft
        ? ['draft', 'Draft']
        : ['open', 'Open']
  return `<p><span class="state ${name}">${text}</span><b>${escapeHtml(author.login)}</b> ${merged ? 'merged' : 'wants to merge'} <code>${escapeHtml(head)}</code> into <code>${escapeHtml(base)}</code>${labels}</p>`
}

const errorHtml = (error: string): string =>
  error === '' ? '' : `<p class="error" role="alert">${escapeHtml(error)}</p>`

const commentForm = ({ account }: Writer, { body, error }: FormState): string =>
  `<form method="post" class="box"><div class="top"><label for="body">Comment as <b>${escapeHtml(account.login)}</b></label></div><div class="text">${errorHtml(error)}<p><textarea id="body" name="body" rows="3" placeholder="/prentice, and what to do">\n${escapeHtml(body)}</textarea></p><button>Comment</button></div></form>`

const reviewForm = (people: readonly Account[]): string =>
  `<form method="post" class="box"><div class="top"><label>Review as <select name="reviewer">${people.map(({ login }) => `<option>${escapeHtml(login)}</option>`).join('')}</select></label></div><div class="text"><p><textarea name="body" rows="2" aria-label="Text of the review"></textarea></p><button name="event" value="APPROVE">Approve</button> <button name="event" value="REQUEST_CHANGES">Request changes</button></div></form>`

const newIssueHtml = (
  state: GithubState,
  repository: Repository,
  { account }: Writer,
  { title = '', body, error }: FormState,
): string =>
  page(
    `New issue in ${fullName(repository)}`,
    `<form method="post">${errorHtml(error)}<p><label>Title <input type="text" name="title" value="${escapeHtml(title)}"></label></p><p><label>Description <textarea name="body" rows="10">\n${escapeHtml(body)}</textarea></label></p><button>Open as ${escapeHtml(account.login)}</button></form>`,
    `${crumbs(state, repository)}<h1>New issue</h1>`,
  )

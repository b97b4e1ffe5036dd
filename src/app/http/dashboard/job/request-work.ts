import { Mode, PROMPT_LIMIT, PromptText } from '../../../../contract/job.ts'
import type { Question } from '../../../../contract/question.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Job } from '../../../domain/job.ts'
import type { PersonOrigin } from '../../../domain/origin.ts'
import type { RetryJobOutcome } from '../../../jobs/retry-job.ts'
import { MAX_WAITING, type SendMessageOutcome, type UpdateBranchOutcome } from '../../../jobs/send-message.ts'
import { type FieldLimit, idempotency } from '../frame/form.ts'
import { duration, money, number } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING, withCode } from '../frame/html.ts'
import { PageError } from '../frame/respond.ts'
import { formTo, type SignedInView, type View } from '../frame/view.ts'

type Outcome = RetryJobOutcome | SendMessageOutcome | UpdateBranchOutcome

const REFUSALS = {
  absent: 'There is no such job.',
  active: 'The job is still running. Stop it, or send a follow-up.',
  completed: 'The last run succeeded, so there is nothing to retry. Send a follow-up instead.',
  archived: 'The job is archived. Unarchive it first.',
  emptied: 'The prompts of this job were deleted while it was archived. Describe the work in a follow-up.',
  'idempotency-conflict':
    'This form was already sent with a different text. Reload the page, then send it again.',
  'no-pull-request': 'The job has no open pull request whose branch could be updated.',
  full: `${MAX_WAITING} messages already wait for this job. Send more after the agent has read some of them.`,
} as const

/** Why a request for work was refused, and what to do. */
export function describeRefusal(
  view: Pick<View, 'locale'>,
  outcome: Exclude<Outcome, { kind: 'accepted' }>,
): string {
  switch (outcome.kind) {
    case 'absent':
    case 'active':
    case 'completed':
    case 'archived':
    case 'emptied':
    case 'full':
    case 'no-pull-request':
    case 'idempotency-conflict':
      return REFUSALS[outcome.kind]
    case 'app-not-installed':
      return `The GitHub App is not installed on ${outcome.repository}. Install it again.`
    case 'rate-limited': {
      const { limit, resetSeconds } = outcome.allowance
      return `The project has used its ${number(view, limit)} jobs and messages of this hour. Try again in ${duration(view, resetSeconds * 1000)}.`
    }
    case 'budget-exhausted': {
      const { name, capUsd, spentUsd, resetSeconds } = outcome.budget
      const spent = `is spent (${money(view, spentUsd)} of ${money(view, capUsd)})`
      const time = duration(view, resetSeconds * 1000)
      return name === undefined
        ? `The project's budget for today ${spent}. It resets in ${time}, at 00:00 UTC.`
        : `The organisation's budget ${name} for this month ${spent}. Ask an owner to raise it, or wait: it resets in ${time}, on the first of the next month at 00:00 UTC.`
    }
  }
}

/** Of the fields for a branch and a model, which the forms for a job and for a batch have. */
export const WRONG_BRANCH =
  'This is not a valid branch name. It must not contain spaces, control characters, .., @{ or any of ~ ^ : ? * [ \\, and must not end with a slash or a dot.'
export const WRONG_MODEL =
  'This is not a model that the action can call. Write provider/model, for example anthropic/claude-sonnet-5-5.'

const MODES: Readonly<Record<Mode | '', string>> = {
  '': 'Make the change',
  ask: 'Answer a question, change nothing',
  plan: 'Plan the change, make it after your answer',
  review: 'Review an open pull request, change nothing',
}

export const MODE_FIELD: FieldLimit = { length: 20 }

/** The choice of a mode, as a field of a form. */
export function modeField(chosen: Mode | undefined): Html {
  const options = Object.entries(MODES).map(
    ([value, text]) =>
      html`<option value="${value}"${value === (chosen ?? '') ? html` selected` : NOTHING}>${text}</option>`,
  )
  return html`<div class="field"><label for="mode">What the agent does</label><select id="mode" name="mode">${join(options)}</select></div>`
}

/** A question of a job: its choices as buttons, and a field for other words. `canWrite`: whether the person may answer. */
export function answerForm(
  view: View,
  { project, id }: Pick<Job, 'project' | 'id'>,
  { question, canWrite }: { readonly question: Question; readonly canWrite: boolean },
): Html {
  const text = html`<p class="question-text">${withCode(withoutHiddenCharacters(question.text))}</p>`
  const choices = question.choices.map(withoutHiddenCharacters)
  if (!canWrite)
    return html`<div class="question">${text}<ol>${join(choices.map((choice) => html`<li>${withCode(choice)}</li>`))}</ol><p class="muted">Only people with write access to the repository can answer.</p></div>`
  const form = (content: Html): Html =>
    html`<form method="post" action="${formTo(view, `/jobs/${project}/${id}/message`)}">${idempotency()}${content}</form>`
  const buttons = choices.map(
    (choice, at) =>
      html`<li><button class="button" name="prompt" value="${at + 1}">${withCode(choice)}</button></li>`,
  )
  const field = `answer-${id}`
  return html`<div class="question">${text}${form(html`<ol>${join(buttons)}</ol>`)}
${form(html`<div class="field"><label for="${field}">Or answer in your own words</label><textarea id="${field}" name="prompt" rows="2" required maxlength="500000" data-submit></textarea></div><button class="button">${icon('paper-airplane')}Answer</button>`)}</div>`
}

/** `undefined`: the form asks for a change. An unknown choice, as of a page of another version, must not become one. */
export function modeIn(form: URLSearchParams): Mode | undefined {
  const chosen = form.get('mode') ?? ''
  if (chosen === '') return undefined
  const mode = Mode.safeParse(chosen).data
  if (mode !== undefined) return mode
  throw new PageError(
    400,
    'This server does not know what the form asks the agent to do. Load the page again, and choose it there.',
  )
}

/** The prompt of a form. One that is too long is cut, still too long, so that a page shows little more than the limit. */
export function promptIn(form: URLSearchParams): string {
  const text = form.get('prompt') ?? ''
  if (text.length <= PROMPT_LIMIT) return text
  let end = 0
  for (let points = 0; points <= PROMPT_LIMIT && end < text.length; points++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return text.slice(0, end)
}

/** `null`: nothing. */
export function whatIsWrongWithPrompt(view: Pick<View, 'locale'>, prompt: string): string | null {
  if (PromptText.safeParse(prompt).success) return null
  return prompt.length > PROMPT_LIMIT
    ? `The prompt is longer than ${number(view, PROMPT_LIMIT)} characters. Shorten it.`
    : 'The prompt is empty. Describe what to do.'
}

/** The person who sends a form, as the origin of the work. */
export function originOf(view: SignedInView): PersonOrigin {
  const { id, login } = view.viewer.session.record.person
  return { kind: 'actor', id, login, via: 'dashboard', address: view.address }
}

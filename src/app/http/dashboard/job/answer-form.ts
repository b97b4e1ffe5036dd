import type { Question } from '../../../../contract/question.ts'
import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Job } from '../../../domain/job.ts'
import { idempotency } from '../frame/form.ts'
import { type Html, html, icon, join, withCode } from '../frame/html.ts'
import { formTo, type View } from '../frame/view.ts'

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

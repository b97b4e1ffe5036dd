import type { IncomingMessage } from 'node:http'
import { adminOf } from '../accounts/accounts.ts'
import { checkRunOf, clickCheckRun } from '../checks/click-check-run.ts'
import { readText } from '../rest/read-json.ts'
import { escapeHtml } from '../shapes/escape-html.ts'
import type { CheckRun } from '../state/check-run.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { markdown } from './markdown.ts'
import { page } from './page.ts'

export const checkRunLine = (run: CheckRun): string => `${run.name}: ${run.conclusion ?? run.status}`

/** The page of a check run, with its buttons. A click on one is a POST, made for the owner of the repository. */
export const checkRunHtml = async (
  state: GithubState,
  repository: Repository,
  id: string,
  request: IncomingMessage,
): Promise<string | null> => {
  const checkRun = checkRunOf(repository, id)
  if (!checkRun) return null
  if (request.method === 'POST') {
    const identifier = new URLSearchParams(await readText(request)).get('identifier')
    if (!checkRun.actions.some((action) => action.identifier === identifier)) return null
    clickCheckRun(state, repository, { checkRun, identifier, person: adminOf(state, repository.owner) })
  }
  const { output } = checkRun
  const buttons = checkRun.actions.map(
    ({ identifier, label, description }) =>
      `<form method="post"><button name="identifier" value="${escapeHtml(identifier)}" title="${escapeHtml(description)}">${escapeHtml(label)}</button></form>`,
  )
  const notes = checkRun.annotations.map(
    ({ path, startLine, message }) => `<li>${escapeHtml(`${path}:${startLine}: ${message}`)}</li>`,
  )
  return page(
    checkRunLine(checkRun),
    `<p><code>${checkRun.headSha}</code></p>${buttons.join('')}<h2>${escapeHtml(output?.title ?? '')}</h2><div class="text">${markdown(output?.summary ?? '', () => null)}${markdown(output?.text ?? '', () => null)}</div><ul>${notes.join('')}</ul>`,
  )
}

import { stripVTControlCharacters } from 'node:util'
import { escapeHtml } from '../shapes/escape-html.ts'
import { fullName, repositoryPage } from '../shapes/repository.ts'
import type { Repository, Run } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { page } from './page.ts'

/** The log of a workflow run, with its groups folded, as on GitHub. */
export const runHtml = (state: GithubState, repository: Repository, run: Run): string => {
  const status = run.conclusion ?? run.status
  const home = `<a href="${escapeHtml(repositoryPage(state, repository))}">${escapeHtml(fullName(repository))}</a>`
  const log = run.log.length === 0 ? '<p class="muted">There is no log yet.</p>' : logHtml(run.log)
  return page(
    run.displayTitle,
    `<div data-live><p><span class="state ${status}">${status.replaceAll('_', ' ')}</span>${escapeHtml(run.workflow.path)}, by ${escapeHtml(run.triggeringActor.login)}</p>${log}</div>`,
    `<p class="crumbs">${home}</p><h1>${escapeHtml(run.displayTitle)}</h1>`,
  )
}

const logHtml = (lines: readonly string[]): string => {
  const parts: string[] = []
  let isOpen = false
  const end = () => {
    if (isOpen) parts.push('</pre></details>')
    isOpen = false
  }
  for (const line of lines) {
    const [, command, text = ''] = /^##\[(\w+)\](.*)$/s.exec(line) ?? []
    switch (command) {
      case 'group':
        end()
        parts.push(
          `<details><summary>${escapeHtml(stripVTControlCharacters(text))}</summary><pre tabindex="0">`,
        )
        isOpen = true
        break
      case 'endgroup':
        end()
        break
      default: {
        const kind = command === 'error' || command === 'warning' ? command : null
        const shown = stripVTControlCharacters(kind === null ? line : `${kind}: ${text}`)
        const html = `<span class="line${kind === null ? '' : ` ${kind}`}">${escapeHtml(shown)}</span>`
        parts.push(isOpen ? html : `<pre>${html}</pre>`)
      }
    }
  }
  end()
  return `<div class="box log">${parts.join('')}</div>`
}

import { commandOf } from '../../../command-line/command-name.ts'
import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import { ONBOARDING_TITLE } from '../../../onboarding/describe-onboarding.ts'
import { WORKFLOW_PATH } from '../../../onboarding/inspect-workflow.ts'
import type { Project } from '../../../projects/project.ts'
import { type Html, html, icon, join, NOTHING } from '../frame/html.ts'
import type { PartState } from './projects-page.ts'

/** Something that GitHub needs before work can start. */
export interface Part {
  readonly name: string
  readonly state: PartState
  readonly text: string
  readonly list?: readonly string[]
  readonly next?: string
  readonly link?: { readonly href: string; readonly text: string }
}

export function partRow({ name, state, text, list = [], next, link }: Part): Html {
  const shown = {
    done: { icon: 'check-circle-fill', text: 'Done' },
    todo: { icon: 'alert', text: 'To do' },
    unknown: { icon: 'question', text: 'Not known yet' },
  }[state]
  return html`<li class="box-row part part-${state}">${icon(shown.icon)}<div class="grow"><h3>${name} <span class="visually-hidden">(${shown.text})</span></h3><p class="flush">${text}</p>${list.length === 0 ? NOTHING : html`<ul class="mistakes">${join(list.map((one) => html`<li><code>${one}</code></li>`))}</ul>`}${next === undefined ? NOTHING : html`<p class="flush muted">${next}</p>`}</div>${link === undefined ? NOTHING : html`<a class="button button-small" href="${link.href}">${link.text}</a>`}</li>`
}

interface FoundWorkflow {
  readonly kind: ProjectCheck['workflow']['kind']
  readonly problems: readonly string[]
  readonly newFileUrl?: string | undefined
}

/** What a check found out about the workflow file, and what to do. */
export function workflowPart(
  { url, defaultBranch }: Pick<Project, 'url' | 'defaultBranch'>,
  { kind, problems, newFileUrl }: FoundWorkflow,
): Omit<Part, 'name' | 'state'> {
  switch (kind) {
    case 'ok':
      return { text: 'It is on the default branch, and it is active.' }
    case 'elsewhere':
      return { text: 'Not needed: the runner repository of the account works on this project.' }
    case 'missing':
      if (newFileUrl !== undefined)
        return {
          text: 'It is not on the default branch.',
          next: 'Open GitHub’s editor with the file filled in, and commit it to the default branch.',
          link: { href: newFileUrl, text: 'Add the file' },
        }
      return {
        text: 'It is not on the default branch.',
        next: `Merge the pull request “${ONBOARDING_TITLE}”. If there is none, add the file that the server prints with ${commandOf('workflow')}.`,
        link: { href: `${url}/pulls`, text: 'Open pull requests' },
      }
    case 'wrong':
      return {
        text: 'This server cannot use it:',
        list: problems,
        next: `Correct it: ${commandOf('workflow')} prints a valid file.`,
        link: {
          href: `${url}/edit/${defaultBranch ?? 'HEAD'}/${WORKFLOW_PATH}`,
          text: 'Edit the file',
        },
      }
    case 'inactive':
      return {
        text: `GitHub does not run it: ${problems.join(', ')}.`,
        next: 'Enable it on the Actions page of the repository.',
        link: { href: `${url}/actions`, text: 'Actions' },
      }
    case 'unknown':
      return { text: 'GitHub has not reported its state yet.' }
  }
}

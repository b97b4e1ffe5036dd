import { commandOf } from '../../../command-line/command-name.ts'
import type { Hold } from '../../../limits/hold.ts'
import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import { ONBOARDING_TITLE } from '../../../onboarding/describe-onboarding.ts'
import { WORKFLOW_PATH } from '../../../onboarding/inspect-workflow.ts'
import type { Project } from '../../../projects/project.ts'
import { number, when } from '../frame/formats.ts'
import { copyButton, type Html, html, icon, join, NOTHING, withCode } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { pauseNote } from '../job/job-state.ts'
import { judgeProject, type RequirementState, readiness, stateBadge } from './projects-page.ts'

export interface ProjectData {
  readonly project: Project
  readonly check: ProjectCheck | null
  /** An operator's order that is in force; `null`: none. */
  readonly hold: Hold | null
  readonly hasWorked: boolean
  readonly mayCheck: boolean
  /** The default. */
  readonly defaults: readonly { readonly key: string; readonly value: string }[]
}

export function projectPage(view: View, data: ProjectData): PageContent {
  const { project } = data
  const name = `${project.owner}/${project.name}`
  return {
    title: name,
    nav: 'projects',
    heading: html`<nav class="crumbs small" aria-label="Projects"><a href="${linkTo(view, '/projects')}">${icon('arrow-left')} Projects</a></nav><div class="heading"><h1>${name}</h1>${stateBadge({ ...data, isPaused: data.hold !== null })}<div class="actions row">${newJob(view, data)}<a class="button" href="${project.url}">${icon('mark-github')}Open on GitHub</a></div></div><p class="row muted"><code>${project.id}</code>${copyButton(project.id, 'project ID')}</p>`,
    body: html`${data.hold === null ? NOTHING : pauseNote(view, data.hold)}${setup(view, data)}${settings(view, data)}`,
  }
}

/** The last step of somebody who sets the project up. */
function newJob(view: View, { project, check, mayCheck, hasWorked }: ProjectData): Html {
  if (!mayCheck || readiness(check) !== 'ready') return NOTHING
  const href = linkTo(view, `/jobs/new?project=${project.id}`)
  return html`<a class="button button-primary" href="${href}">${icon('plus')}${hasWorked ? 'New job' : 'Start the first job'}</a>`
}

function setup(view: View, data: ProjectData): Html {
  const { project, check, mayCheck } = data
  const refused =
    check === null || check.refused === null
      ? NOTHING
      : html`<div class="box-body"><p class="field-error">${icon('alert')}<span>GitHub refused the check: ${withCode(check.refused)}</span></p></div>`
  const button = mayCheck
    ? html`<form class="end" method="post" action="${formTo(view, `/projects/${project.id}/check`)}"><button class="button button-small">${icon('sync')}Check now</button></form>`
    : NOTHING
  const checked = check === null ? 'Never checked' : html`Checked ${when(view, check.checkedAt)}`
  return html`<section class="box" aria-labelledby="setup"><div class="box-header"><h2 id="setup" class="box-title">Setup</h2><span class="muted small">${checked}</span>${button}</div>${refused}<ul class="box-list">${join(requirementsOf(data).map((one) => requirementRow(one)))}</ul></section>`
}

const NOT_CHECKED = { kind: 'unknown', problems: [] } as const

function requirementsOf({ project, check, hasWorked }: ProjectData): Requirement[] {
  const judged = judgeProject(check, hasWorked)
  const settings = check?.settings
  const mistakes = settings?.mistakes ?? []
  const warnings = settings?.warnings ?? []
  const edit = (path: string): string => `${project.url}/blob/${project.defaultBranch ?? 'HEAD'}/${path}`
  const secrets = { href: `${project.url}/settings/secrets/actions`, text: 'Secrets of the repository' }
  return [
    {
      name: 'Workflow file',
      state: judged.workflow,
      ...workflowRequirement(project, check?.workflow ?? NOT_CHECKED),
    },
    hasWorked
      ? { name: 'Key of the model provider', state: 'done', text: 'A run has used it.' }
      : {
          name: 'Key of the model provider',
          state: 'unknown',
          text: 'No job has completed yet. The App cannot see secrets: the first job shows whether the key works.',
          next: 'Add the secret that the workflow file names, for example ANTHROPIC_API_KEY.',
          link: secrets,
        },
    {
      name: 'Settings file',
      state: judged.settings,
      text:
        judged.settings === 'unknown'
          ? 'GitHub has not reported its state yet.'
          : mistakes.length > 0
            ? 'It is not valid, so jobs fail:'
            : warnings.length > 0
              ? 'It is valid. Some keys have no effect:'
              : 'It is valid, or there is none.',
      list: [...mistakes, ...warnings],
      ...(mistakes.length > 0 && { link: { href: edit('.github/prentice.yml'), text: 'Edit the settings' } }),
    },
    ...(check?.organisation == null
      ? []
      : [
          {
            name: 'Settings of the organisation',
            state: 'todo' as const,
            text: 'The newest file does not apply. The last valid one still applies; if there was none, jobs fail:',
            list: [check.organisation],
          },
        ]),
  ]
}

/** Limits may be large numbers. */
const shownValue = (view: View, key: string, value: string): string =>
  key.startsWith('limits.') && /^\d{4,15}$/.test(value) ? number(view, Number(value)) : value

function settings(view: View, { check, defaults }: ProjectData): Html {
  const explained = check?.settings.explained ?? []
  const names = {
    repository: 'Repository',
    organisation: 'Organisation',
    both: 'Repository and organisation',
  }
  const set = explained.map(({ key, value, from }) => ({ key, value, from: names[from] }))
  const rest = defaults
    .filter(({ key }) => !explained.some((one) => one.key === key))
    .map((one) => ({ ...one, from: 'Server default' }))
  const rows = [...set, ...rest].map(
    ({ key, value, from }) =>
      html`<tr><th scope="row"><code>${key}</code></th><td class="value">${shownValue(view, key, value)}</td><td>${from}</td></tr>`,
  )
  return html`<h2 class="section" id="settings">Effective settings</h2><p class="muted">The settings that apply to the next job, and the source of each.</p><div class="table-scroll" tabindex="0" role="region" aria-labelledby="settings"><table class="settings"><thead><tr><th scope="col">Setting</th><th scope="col">Value</th><th scope="col">Source</th></tr></thead><tbody>${join(rows)}</tbody></table></div>`
}

/** Something that GitHub needs before work can start. */
export interface Requirement {
  readonly name: string
  readonly state: RequirementState
  readonly text: string
  readonly list?: readonly string[]
  readonly next?: string
  readonly link?: { readonly href: string; readonly text: string }
}

export function requirementRow({ name, state, text, list = [], next, link }: Requirement): Html {
  const shown = {
    done: { icon: 'check-circle-fill', text: 'Done' },
    todo: { icon: 'alert', text: 'To do' },
    unknown: { icon: 'question', text: 'Not known yet' },
  }[state]
  return html`<li class="box-row part part-${state}">${icon(shown.icon)}<div class="grow"><h3>${name} <span class="visually-hidden">(${shown.text})</span></h3><p class="flush">${withCode(text)}</p>${list.length === 0 ? NOTHING : html`<ul class="mistakes">${join(list.map((one) => html`<li>${withCode(one)}</li>`))}</ul>`}${next === undefined ? NOTHING : html`<p class="flush muted">${withCode(next)}</p>`}</div>${link === undefined ? NOTHING : html`<a class="button button-small" href="${link.href}">${link.text}</a>`}</li>`
}

interface FoundWorkflow {
  readonly kind: ProjectCheck['workflow']['kind']
  readonly problems: readonly string[]
  readonly doubt?: string | undefined
  readonly newFileUrl?: string | undefined
}

/** What a check found out about the workflow file, and what to do. */
export function workflowRequirement(
  { url, defaultBranch }: Pick<Project, 'url' | 'defaultBranch'>,
  { kind, problems, doubt, newFileUrl }: FoundWorkflow,
): Omit<Requirement, 'name' | 'state'> {
  switch (kind) {
    case 'ok':
      return {
        text: 'It is on the default branch, and it is active.',
        ...(doubt !== undefined && {
          next: `The server could not verify that the action exists, which it names: ${doubt}.`,
        }),
      }
    case 'elsewhere':
      return { text: 'Not needed: the runner repository of the account works on this project.' }
    case 'missing':
      if (newFileUrl !== undefined)
        return {
          text: 'It is not on the default branch.',
          next: 'Open GitHub’s editor with the file filled in, commit it to the default branch, and return to this page.',
          link: { href: newFileUrl, text: 'Add the file' },
        }
      return {
        text: 'It is not on the default branch.',
        next: `Merge the pull request “${ONBOARDING_TITLE}”. If there is none, add the file that the server prints with \`${commandOf('workflow')}\`.`,
        link: { href: `${url}/pulls`, text: 'Open pull requests' },
      }
    case 'wrong':
      return {
        text: 'This server cannot use it:',
        list: problems,
        next: `Correct it: \`${commandOf('workflow')}\` prints a valid file.`,
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

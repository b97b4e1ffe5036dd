import type { Hold } from '../../../limits/hold.ts'
import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import type { Project } from '../../../projects/project.ts'
import { describePause, number, when } from '../frame/formats.ts'
import { copyButton, type Html, html, icon, join, NOTHING } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { judgeProject, stateBadge } from './projects-page.ts'
import { type Part, partRow, workflowPart } from './setup-parts.ts'

export interface ProjectData {
  readonly project: Project
  readonly check: ProjectCheck | null
  /** An operator's order that is in force; `null`: none. */
  readonly hold: Hold | null
  readonly hasWorked: boolean
  readonly mayCheck: boolean
  /** What holds if nobody sets it. */
  readonly defaults: readonly { readonly key: string; readonly value: string }[]
}

export function projectPage(view: View, data: ProjectData): PageContent {
  const { project } = data
  const name = `${project.owner}/${project.name}`
  return {
    title: name,
    nav: 'projects',
    heading: html`<nav class="crumbs small" aria-label="Projects"><a href="${linkTo(view, '/projects')}">${icon('arrow-left')} Projects</a></nav><div class="heading"><h1>${name}</h1>${stateBadge({ ...data, isPaused: data.hold !== null })}<div class="actions"><a class="button" href="${project.url}">${icon('mark-github')}Open on GitHub</a></div></div><p class="row muted"><code>${project.id}</code>${copyButton(project.id, 'project ID')}</p>`,
    body: html`${pause(view, data)}${setup(view, data)}${settings(view, data)}`,
  }
}

function pause(view: View, { hold }: ProjectData): Html {
  if (hold === null) return NOTHING
  return html`<p class="flash flash-attention">${icon('circle-slash')}<span>${describePause(hold)} Jobs are accepted, and start when the operator resumes the work. <span class="muted">Paused since ${when(view, hold.heldAt)}</span></span></p>`
}

function setup(view: View, data: ProjectData): Html {
  const { project, check, mayCheck } = data
  const refused =
    check === null || check.refused === null
      ? NOTHING
      : html`<div class="box-body"><p class="field-error">${icon('alert')}<span>GitHub refused the check: ${check.refused}</span></p></div>`
  const button = mayCheck
    ? html`<form class="end" method="post" action="${formTo(view, `/projects/${project.id}/check`)}"><button class="button button-small">${icon('sync')}Check now</button></form>`
    : NOTHING
  const checked = check === null ? 'Never checked' : html`Checked ${when(view, check.checkedAt)}`
  return html`<section class="box" aria-labelledby="setup"><div class="box-header"><h2 id="setup" class="box-title">Setup</h2><span class="muted small">${checked}</span>${button}</div>${refused}<ul class="box-list">${join(partsOf(data).map((part) => partRow(part)))}</ul></section>`
}

const NOT_CHECKED = { kind: 'unknown', problems: [] } as const

function partsOf({ project, check, hasWorked }: ProjectData): Part[] {
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
      ...workflowPart(project, check?.workflow ?? NOT_CHECKED),
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

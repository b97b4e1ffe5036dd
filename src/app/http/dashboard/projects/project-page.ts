import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Hold } from '../../../limits/hold.ts'
import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import type { Project } from '../../../projects/project.ts'
import { copyButton } from '../frame/copy-button.ts'
import { number, when } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { judgeProject } from './judge-project.ts'
import { stateBadge } from './projects-page.ts'
import { PROJECTS_WORDS } from './projects-words.ts'
import { type Part, partRow } from './setup-part.ts'
import { workflowPart } from './workflow-part.ts'

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
  const words = view.say(PROJECTS_WORDS)
  const { project } = data
  const name = `${project.owner}/${project.name}`
  return {
    title: name,
    nav: 'projects',
    heading: html`<nav class="crumbs small" aria-label="${words.title}"><a href="${linkTo(view, '/projects')}">${icon('arrow-left')} ${words.allProjects}</a></nav><div class="heading"><h1>${name}</h1>${stateBadge(view, { ...data, isPaused: data.hold !== null })}<div class="actions"><a class="button" href="${project.url}">${icon('mark-github')}${words.open}</a></div></div><p class="row muted"><code>${project.id}</code>${copyButton(view, project.id, words.projectId)}</p>`,
    body: html`${pause(view, data)}${setup(view, data)}${settings(view, data)}`,
  }
}

function pause(view: View, { hold }: ProjectData): Html {
  if (hold === null) return NOTHING
  const words = view.say(PROJECTS_WORDS)
  const why = words.pausedBy(hold.by, withoutHiddenCharacters(hold.why ?? ''))
  return html`<p class="flash flash-attention">${icon('circle-slash')}<span>${why} ${words.pausedNext} <span class="muted">${words.pausedSince} ${when(view, hold.heldAt)}</span></span></p>`
}

function setup(view: View, data: ProjectData): Html {
  const words = view.say(PROJECTS_WORDS)
  const { project, check, mayCheck } = data
  const refused =
    check === null || check.refused === null
      ? NOTHING
      : html`<div class="box-body"><p class="field-error">${icon('alert')}<span>${words.refused}: ${check.refused}</span></p></div>`
  const button = mayCheck
    ? html`<form class="end" method="post" action="${formTo(view, `/projects/${project.id}/check`)}"><button class="button button-small">${icon('sync')}${words.checkNow}</button></form>`
    : NOTHING
  const checked = check === null ? words.neverChecked : html`${words.checked} ${when(view, check.checkedAt)}`
  return html`<section class="box" aria-labelledby="setup"><div class="box-header"><h2 id="setup" class="box-title">${words.setup}</h2><span class="muted small">${checked}</span>${button}</div>${refused}<ul class="box-list">${join(partsOf(view, data).map((part) => partRow(view, part)))}</ul></section>`
}

const NOT_CHECKED = { kind: 'unknown', problems: [] } as const

function partsOf(view: View, { project, check, hasWorked }: ProjectData): Part[] {
  const words = view.say(PROJECTS_WORDS)
  const judged = judgeProject(check, hasWorked)
  const settings = check?.settings
  const mistakes = settings?.mistakes ?? []
  const warnings = settings?.warnings ?? []
  const edit = (path: string): string => `${project.url}/blob/${project.defaultBranch ?? 'HEAD'}/${path}`
  const secrets = { href: `${project.url}/settings/secrets/actions`, text: words.secretAdd }
  return [
    {
      name: words.workflow,
      state: judged.workflow,
      ...workflowPart(view, project, check?.workflow ?? NOT_CHECKED),
    },
    hasWorked
      ? { name: words.secret, state: 'done', text: words.secretOk }
      : {
          name: words.secret,
          state: 'unknown',
          text: words.secretUnknown,
          next: words.secretNext,
          link: secrets,
        },
    {
      name: words.settings,
      state: judged.settings,
      text:
        judged.settings === 'unknown'
          ? words.workflowUnknown
          : mistakes.length > 0
            ? words.settingsWrong
            : warnings.length > 0
              ? words.settingsWarnings
              : words.settingsOk,
      list: [...mistakes, ...warnings],
      ...(mistakes.length > 0 && { link: { href: edit('.github/prentice.yml'), text: words.settingsEdit } }),
    },
    ...(check?.organisation == null
      ? []
      : [
          {
            name: words.organisation,
            state: 'todo' as const,
            text: words.organisationWrong,
            list: [check.organisation],
          },
        ]),
  ]
}

/** Limits may be large numbers. */
const shownValue = (view: View, key: string, value: string): string =>
  key.startsWith('limits.') && /^\d{4,15}$/.test(value) ? number(view, Number(value)) : value

function settings(view: View, { check, defaults }: ProjectData): Html {
  const words = view.say(PROJECTS_WORDS)
  const explained = check?.settings.explained ?? []
  const names = {
    repository: words.fromRepository,
    organisation: words.fromOrganisation,
    both: words.fromBoth,
  }
  const set = explained.map(({ key, value, from }) => ({ key, value, from: names[from] }))
  const rest = defaults
    .filter(({ key }) => !explained.some((one) => one.key === key))
    .map((one) => ({ ...one, from: words.fromServer }))
  const rows = [...set, ...rest].map(
    ({ key, value, from }) =>
      html`<tr><th scope="row"><code>${key}</code></th><td class="value">${shownValue(view, key, value)}</td><td>${from}</td></tr>`,
  )
  return html`<h2 class="section" id="settings">${words.effective}</h2><p class="muted">${words.effectiveLead}</p><div class="table-scroll" tabindex="0" role="region" aria-labelledby="settings"><table class="settings"><thead><tr><th scope="col">${words.key}</th><th scope="col">${words.value}</th><th scope="col">${words.from}</th></tr></thead><tbody>${join(rows)}</tbody></table></div>`
}

import { isFitRunner, type RunnerInspection } from '../../../onboarding/inspect-runner.ts'
import type { Project } from '../../../projects/project.ts'
import type { RunnerRepository } from '../../../projects/runner-repository.ts'
import type { AccountAccess } from '../../../sessions/access.ts'
import { when } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import type { FoundProjects } from '../lookup/find-projects.ts'
import { projectField } from '../lookup/project-field.ts'
import { runnerParts } from './runner-parts.ts'
import { RUNNER_WORDS } from './runner-words.ts'
import { partRow } from './setup-part.ts'

export interface RunnerPage {
  readonly account: AccountAccess
  /** `null`: every repository runs its own workflow. `project`: `null` if the server no longer knows it. */
  readonly current: { readonly record: RunnerRepository; readonly project: Project | null } | null
  /** Those that the person may choose. */
  readonly offered: FoundProjects
  /** What the person typed or chose. */
  readonly typed: string
  /** The chosen repository as GitHub shows it; `null`: none is chosen. */
  readonly chosen: { readonly project: Project; readonly found: RunnerInspection } | null
  /** Of the form that was sent; `null`: neither is chosen. */
  readonly allowsSetup: boolean | null
  readonly problems: RunnerProblems
}

/** Why nothing was changed. */
export interface RunnerProblems {
  readonly unfit?: boolean
  readonly setup?: boolean
  readonly confirm?: boolean
  readonly remove?: boolean
}

/** Names or removes the runner repository of an account, in two steps: the checks, then the confirmation. */
export function runnerPage(view: View, page: RunnerPage): PageContent {
  const words = view.say(RUNNER_WORDS)
  const { title } = words
  return {
    title,
    nav: 'projects',
    heading: html`<nav class="crumbs small" aria-label="${words.back}"><a href="${linkTo(view, '/projects')}">${icon('arrow-left')} ${words.back}</a></nav><div class="heading"><h1>${title}</h1></div>`,
    body: html`<p class="lead">${words.lead(page.account.login)}</p>${refusal(view, page)}${current(view, page)}${choice(view, page)}${requirements(view, page)}${confirmation(view, page)}${removal(view, page)}`,
  }
}

function refusal(view: View, { problems }: RunnerPage): Html {
  const words = view.say(RUNNER_WORDS)
  if (!Object.values(problems).includes(true)) return NOTHING
  return html`<p class="flash flash-danger" role="alert">${icon('alert')}<span>${problems.unfit ? words.unfit : words.unconfirmed}</span></p>`
}

function current(view: View, { current: named }: RunnerPage): Html {
  const words = view.say(RUNNER_WORDS)
  if (named === null) return html`<p>${icon('server')} ${words.none}</p>`
  const { record, project } = named
  const name =
    project === null
      ? html`<code>${record.repositoryId}</code>`
      : html`<a href="${project.url}">${nameOf(project)}</a>`
  const check =
    project === null
      ? NOTHING
      : html`<a class="button button-small end" href="${linkTo(view, `/runner-repository?project=${project.id}`)}">${icon('sync')}${words.checkIt}</a>`
  const rows: readonly (readonly [string, Html])[] = [
    [words.repository, name],
    [words.setup, html`${record.allowsSetup ? words.setupAllowed : words.setupForbidden}`],
    [words.namedBy, html`<code>${record.by}</code> ${when(view, record.at)}`],
  ]
  const facts = rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)
  return html`<section class="box" aria-labelledby="current"><div class="box-header"><h2 id="current" class="box-title">${words.current}</h2>${check}</div><dl class="facts">${join(facts)}</dl></section>`
}

function choice(view: View, { account, offered, typed, chosen }: RunnerPage): Html {
  const words = view.say(RUNNER_WORDS)
  const picked = chosen?.project ?? (typed === '' ? null : typed)
  const control = projectField(view, {
    ...{ found: offered, chosen: picked, none: words.chooseNone, isRequired: true },
  })
  const isUnknown = typed !== '' && chosen === null
  return html`<form class="field runner-choice" method="get" action="/dashboard/runner-repository"><input type="hidden" name="account" value="${account.login}"><label for="project">${words.choose}</label><div class="row">${control}<button class="button">${words.check}</button></div><p class="hint">${words.chooseHint}</p>${isUnknown ? fieldError(words.noSuchProject) : NOTHING}</form>`
}

function requirements(view: View, { account, chosen }: RunnerPage): Html {
  if (chosen === null) return NOTHING
  const words = view.say(RUNNER_WORDS)
  const { project, found } = chosen
  const again = linkTo(view, `/runner-repository?project=${project.id}`)
  const shown =
    found.kind === 'refused'
      ? html`<div class="box-body">${fieldError(`${words.refused}: ${found.why}`)}</div>`
      : html`<ul class="box-list">${join(runnerParts(view, found, account.login).map((part) => partRow(view, part)))}</ul>`
  return html`<section class="box" aria-labelledby="requirements"><div class="box-header"><h2 id="requirements" class="box-title">${words.checks(nameOf(project))}</h2><a class="button button-small end" href="${again}">${icon('sync')}${words.checkAgain}</a></div>${shown}</section>`
}

function confirmation(view: View, { account, chosen, allowsSetup, problems }: RunnerPage): Html {
  if (chosen === null || chosen.found.kind !== 'seen' || !isFitRunner(chosen.found)) return NOTHING
  const words = view.say(RUNNER_WORDS)
  const { project, found } = chosen
  const name = nameOf(project)
  return html`<section class="box"><div class="box-header"><h2 class="box-title">${words.confirmTitle(name, account.login)}</h2></div><div class="box-body"><p class="flush">${words.effects(found.defaultBranch)}</p><form method="post" action="${formTo(view, '/runner-repository')}"><input type="hidden" name="project" value="${project.id}">
<fieldset><legend>${words.setupLegend}</legend>${setupChoice('no', words.setupNo, allowsSetup === false)}${setupChoice('yes', words.setupYes, allowsSetup === true)}${problems.setup ? fieldError(words.noSetupChoice) : NOTHING}</fieldset>
<div class="field">${tick(words.confirm(name))}${problems.confirm ? fieldError(words.notConfirmed) : NOTHING}</div>
<button class="button button-primary">${icon('server')}${words.submit}</button></form></div></section>`
}

function removal(view: View, { account, current: named, problems }: RunnerPage): Html {
  if (named === null) return NOTHING
  const words = view.say(RUNNER_WORDS)
  return html`<section class="box box-danger"><div class="box-header"><h2 class="box-title">${words.remove}</h2></div><div class="box-body"><p class="flush">${words.removeText}</p><form method="post" action="${formTo(view, '/runner-repository/remove')}"><div class="field">${tick(words.removeConfirm(account.login))}${problems.remove ? fieldError(words.notConfirmed) : NOTHING}</div><button class="button button-danger">${icon('trash')}${words.removeButton}</button></form></div></section>`
}

const nameOf = ({ owner, name }: Project): string => `${owner}/${name}`

const setupChoice = (value: string, label: string, isChosen: boolean): Html =>
  html`<label class="choice"><input type="radio" name="setup" value="${value}" required${isChosen ? html` checked` : NOTHING}><span>${label}</span></label>`

const tick = (label: string): Html =>
  html`<div><label class="choice"><input type="checkbox" name="confirm" value="yes" required><span>${label}</span></label></div>`

const fieldError = (text: string): Html =>
  html`<p class="field-error">${icon('alert')}<span>${text}</span></p>`

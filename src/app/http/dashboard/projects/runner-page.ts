import { isFitRunner, type RunnerInspection } from '../../../onboarding/inspect-runner.ts'
import type { Project } from '../../../projects/project.ts'
import type { RunnerRepository } from '../../../projects/runner-repository.ts'
import type { AccountAccess } from '../../../sessions/access.ts'
import { type FoundProjects, projectField } from '../frame/find-projects.ts'
import { when } from '../frame/formats.ts'
import { type Html, html, icon, join, NOTHING, withCode } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { formTo, linkTo, type View } from '../frame/view.ts'
import { type Requirement, requirementRow, workflowRequirement } from './project-page.ts'

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
interface RunnerProblems {
  readonly unfit?: boolean
  readonly setup?: boolean
  readonly confirm?: boolean
  readonly remove?: boolean
}

/** Names or removes the runner repository of an account, in two steps: the checks, then the confirmation. */
export function runnerPage(view: View, page: RunnerPage): PageContent {
  const title = 'Runner repository'
  return {
    title,
    nav: 'projects',
    heading: html`<nav class="crumbs small" aria-label="Projects"><a href="${linkTo(view, '/projects')}">${icon('arrow-left')} Projects</a></nav><div class="heading"><h1>${title}</h1></div>`,
    body: html`<p class="lead">One private repository can run the work of all repositories of ${page.account.login}. The others then need neither a workflow file nor a secret.</p>${refusal(page)}${current(view, page)}${choice(page)}${requirements(view, page)}${confirmation(view, page)}${removal(view, page)}`,
  }
}

function refusal({ problems }: RunnerPage): Html {
  if (!Object.values(problems).includes(true)) return NOTHING
  return html`<p class="flash flash-danger" role="alert">${icon('alert')}<span>${problems.unfit ? 'Nothing was changed: the repository does not meet all requirements.' : 'Nothing was changed. Correct the marked fields.'}</span></p>`
}

function current(view: View, { current: named }: RunnerPage): Html {
  if (named === null) return html`<p>${icon('server')} None: each repository runs its own workflow.</p>`
  const { record, project } = named
  const name =
    project === null
      ? html`<code>${record.repositoryId}</code>`
      : html`<a href="${project.url}">${nameOf(project)}</a>`
  const check =
    project === null
      ? NOTHING
      : html`<a class="button button-small end" href="${linkTo(view, `/runner-repository?project=${project.id}`)}">${icon('sync')}Check now</a>`
  const rows: readonly (readonly [string, Html])[] = [
    ['Repository', name],
    [
      'Setup commands',
      html`${record.allowsSetup ? 'Those of all repositories may run there' : 'Those of other repositories do not run there'}`,
    ],
    ['Named by', html`<code>${record.by}</code> ${when(view, record.at)}`],
  ]
  const facts = rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)
  return html`<section class="box" aria-labelledby="current"><div class="box-header"><h2 id="current" class="box-title">Current runner repository</h2>${check}</div><dl class="facts">${join(facts)}</dl></section>`
}

function choice({ account, offered, typed, chosen }: RunnerPage): Html {
  const picked = chosen?.project ?? (typed === '' ? null : typed)
  const control = projectField({
    ...{ found: offered, chosen: picked, none: 'Choose a repository', isRequired: true },
  })
  const isUnknown = typed !== '' && chosen === null
  return html`<form class="field runner-choice" method="get" action="/dashboard/runner-repository"><input type="hidden" name="account" value="${account.login}"><label for="project">Choose a repository</label><div class="row">${control}<button class="button">Check</button></div><p class="hint">Nothing changes yet: the next page shows whether it can be used. You need the admin role in it.</p>${isUnknown ? fieldError('You do not have the admin role in a project of this account with this name.') : NOTHING}</form>`
}

function requirements(view: View, { account, chosen }: RunnerPage): Html {
  if (chosen === null) return NOTHING
  const { project, found } = chosen
  const again = linkTo(view, `/runner-repository?project=${project.id}`)
  const shown =
    found.kind === 'refused'
      ? html`<div class="box-body">${fieldError(`GitHub refused the check: ${found.why}`)}</div>`
      : html`<ul class="box-list">${join(runnerRequirements(found, account.login).map((one) => requirementRow(one)))}</ul>`
  return html`<section class="box" aria-labelledby="requirements"><div class="box-header"><h2 id="requirements" class="box-title">Requirements for ${nameOf(project)}</h2><a class="button button-small end" href="${again}">${icon('sync')}Check again</a></div>${shown}</section>`
}

function confirmation(view: View, { account, chosen, allowsSetup, problems }: RunnerPage): Html {
  if (chosen === null || chosen.found.kind !== 'seen' || !isFitRunner(chosen.found)) return NOTHING
  const { project, found } = chosen
  const name = nameOf(project)
  return html`<section class="box"><div class="box-header"><h2 class="box-title">Run all work of ${account.login} in ${name}</h2></div><div class="box-body"><p class="flush">New runs of all projects of this account use the workflow file on the branch ${found.defaultBranch} and its secrets. Runs that have started continue where they are. Everybody who can read the repository can read the logs of all runs.</p><form method="post" action="${formTo(view, '/runner-repository')}"><input type="hidden" name="project" value="${project.id}">
<fieldset><legend>Setup commands of other repositories</legend>${setupChoice('no', 'Do not run them there. Checks that need them are left out.', allowsSetup === false)}${setupChoice('yes', 'Run them there, with network access and beside the secret of the model.', allowsSetup === true)}${problems.setup ? fieldError('Choose whether setup commands may run there.') : NOTHING}</fieldset>
<div class="field">${tick(`I want ${name} to run the work of all projects`)}${problems.confirm ? fieldError('Tick the box to confirm.') : NOTHING}</div>
<button class="button button-primary">${icon('server')}Use this repository</button></form></div></section>`
}

function removal(view: View, { account, current: named, problems }: RunnerPage): Html {
  if (named === null) return NOTHING
  return html`<section class="box box-danger"><div class="box-header"><h2 class="box-title">Remove</h2></div><div class="box-body"><p class="flush">Each repository runs its own workflow again, and needs a workflow file and a secret. Runs that have started continue where they are.</p><form method="post" action="${formTo(view, '/runner-repository/remove')}"><div class="field">${tick(`I want each repository of ${account.login} to run its own workflow`)}${problems.remove ? fieldError('Tick the box to confirm.') : NOTHING}</div><button class="button button-danger">${icon('trash')}Remove runner repository</button></form></div></section>`
}

const nameOf = ({ owner, name }: Project): string => `${owner}/${name}`

const setupChoice = (value: string, label: string, isChosen: boolean): Html =>
  html`<label class="choice"><input type="radio" name="setup" value="${value}" required${isChosen ? html` checked` : NOTHING}><span>${label}</span></label>`

const tick = (label: string): Html =>
  html`<div><label class="choice"><input type="checkbox" name="confirm" value="yes" required><span>${label}</span></label></div>`

const fieldError = (text: string): Html =>
  html`<p class="field-error">${icon('alert')}<span>${withCode(text)}</span></p>`

/** What a runner repository needs, and what to do about what is missing. */
function runnerRequirements(
  found: RunnerInspection & { readonly kind: 'seen' },
  login: string,
): Requirement[] {
  const { url, defaultBranch, workflow } = found
  const requirement = (
    isDone: boolean,
    name: string,
    done: string,
    todo: Omit<Requirement, 'name' | 'state'>,
  ): Requirement => (isDone ? { name, state: 'done', text: done } : { name, state: 'todo', ...todo })
  return [
    requirement(found.isOwn, `Belongs to ${login}`, 'GitHub confirms the owner.', {
      text: 'Another account owns it.',
      next: 'Choose a repository of this account.',
    }),
    requirement(found.isPrivate, 'Private', 'Only people with access can read the logs of its runs.', {
      text: 'It is not private, and everybody who can read it could read the logs of all runs.',
      next: 'Make it private, or choose another repository.',
      link: { href: `${url}/settings`, text: 'Repository settings' },
    }),
    requirement(found.isActive, 'Not archived', 'GitHub starts its workflows.', {
      text: 'GitHub starts no workflows in an archived repository.',
      next: 'Unarchive it, or choose another repository.',
    }),
    requirement(
      found.isProtected,
      `Default branch ${defaultBranch} is protected`,
      'A ruleset demands reviews, or a branch protection covers it.',
      {
        text: 'No rule demands a review of changes. Anyone who can change its workflow file can read the secret of the model.',
        next: 'Add a ruleset that requires pull requests with reviews. For private repositories, GitHub needs a paid plan.',
        link: { href: `${url}/settings/rules`, text: 'Rules of the repository' },
      },
    ),
    {
      name: 'Workflow file',
      state: workflow.kind === 'ok' ? 'done' : 'todo',
      ...workflowRequirement(found, workflow),
    },
  ]
}

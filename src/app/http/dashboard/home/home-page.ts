import { withoutHiddenCharacters } from '../../../../sanitize/neutralize.ts'
import type { Hold } from '../../../limits/hold.ts'
import type { CoveringBudget } from '../../../projects/match-budgets.ts'
import { type FoundProjects, hasRightAnywhere } from '../frame/find-projects.ts'
import { dateTime, money, number, sentence, when } from '../frame/formats.ts'
import { copyButton, type Html, html, icon, join, NOTHING, withCode } from '../frame/html.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type SignedInView, type View } from '../frame/view.ts'
import { pauseNote } from '../job/job-state.ts'
import { answerForm } from '../job/request-work.ts'
import { jobList } from '../jobs/jobs-page.ts'
import { SAMPLE_PROMPT } from '../keys/key-page.ts'
import type { Overview } from './find-overview.ts'
import type { FoundWorkflow } from './find-workflow.ts'

interface HomeData {
  readonly steps: readonly Step[]
  readonly found: FoundProjects
  readonly workflow: FoundWorkflow
  readonly managesKeys: boolean
  readonly obstacles: HomeObstacles
  readonly installUrl: string | null
  readonly publicUrl: string
  /** `null`: there is no job yet. */
  readonly overview: Overview | null
}

export function homePage(view: SignedInView, data: HomeData): PageContent {
  const isReady = data.steps.every(({ isDone }) => isDone)
  return {
    title: isReady ? (titleOfObstacle(data.obstacles) ?? 'Overview') : 'Get started',
    nav: 'home',
    ...(isReady && mayAsk(view) && { actions: newJob(view) }),
    body: html`<p class="lead">${isReady ? readyLead(view) : 'From a sentence to a pull request, in five steps.'}</p>${suspendedNotes(view)}${obstacleNotes(view, data.obstacles)}${data.overview === null ? NOTHING : drawOverview(view, data.overview)}${isReady ? NOTHING : html`<ol class="steps">${join(data.steps.map((step, at) => stepRow(view, data, step, at + 1)))}</ol>`}`,
  }
}

/** Questions, what else needs somebody, then what is active, then what was last. */
function drawOverview(view: View, overview: Overview): Html {
  const { questions, stuck, hasMoreFailed, batches, broken, ending, active, newest } = overview
  const needs = [
    ...(broken.length === 0
      ? []
      : [
          html`<ul class="box box-list">${join(broken.map(({ project, why }) => noteRow(linkTo(view, `/projects/${project.id}`), `${project.owner}/${project.name}`, why)))}</ul>`,
        ]),
    ...(ending.length === 0
      ? []
      : [
          html`<ul class="box box-list">${join(ending.map(({ id, name, endsAt }) => noteRow(linkTo(view, `/webhooks/${id}`), `Webhook ${name}`, html`It ends with its API key on ${dateTime(view, endsAt)}. Rotate the key, or take the webhook over.`)))}</ul>`,
        ]),
    ...(batches.length === 0
      ? []
      : [
          html`<ul class="box box-list">${join(batches.map(({ id, title, reason }) => noteRow(linkTo(view, `/batches/${id}`), title, sentence(reason ?? 'It waits for somebody'))))}</ul>`,
        ]),
    ...(stuck.length === 0 ? [] : [jobList(view, stuck)]),
  ]
  const more = hasMoreFailed
    ? html`<p><a href="${linkTo(view, '/jobs?status=failed')}">All failed jobs</a></p>`
    : NOTHING
  const asked = questions.map(
    ({ row, question }) =>
      html`${jobList(view, [row])}${row.job === null ? NOTHING : answerForm(view, row.job, { question, canWrite: row.canWrite })}`,
  )
  return html`${asked.length === 0 ? NOTHING : html`<h2 class="section">Questions</h2><div class="needs">${join(asked)}</div>`}
${needs.length === 0 ? NOTHING : html`<h2 class="section">Needs attention</h2><div class="needs">${join(needs)}</div>${more}`}
${active.length === 0 ? NOTHING : html`<h2 class="section">Active</h2>${jobList(view, active)}`}
${newest.length === 0 ? NOTHING : html`<h2 class="section">Newest</h2>${jobList(view, newest)}`}
<p><a href="${linkTo(view, '/jobs')}">All jobs</a></p>`
}

const noteRow = (href: string, name: string, why: string | Html): Html =>
  html`<li class="box-row attention"><span class="attention-mark">${icon('alert')}</span><span class="grow"><a class="strong" href="${href}">${withoutHiddenCharacters(name)}</a><span class="block muted small">${typeof why === 'string' ? withCode(withoutHiddenCharacters(why)) : why}</span></span></li>`

const mayAsk = ({ viewer, account }: SignedInView): boolean =>
  account !== null && hasRightAnywhere(viewer.access, account.id, 'write')

function readyLead(view: SignedInView): string {
  return mayAsk(view)
    ? 'Create a job, or follow the active jobs.'
    : 'Follow the jobs. To create one, you need write access to a repository.'
}

const newJob = (view: SignedInView): Html =>
  html`<a class="button button-primary" href="${linkTo(view, '/jobs/new')}">${icon('plus')}New job</a>`

/** For people who work in another account; to all others, the first step says it. */
function suspendedNotes(view: SignedInView): Html {
  if (view.account === null) return NOTHING
  const notes = view.viewer.access.suspended.map(
    ({ login, url }) =>
      html`<p class="flash flash-attention">${icon('alert')}<span>The App is suspended on ${login}, so no jobs run there. An owner of the account can unsuspend it on GitHub. <a href="${url}">Open on GitHub</a></span></p>`,
  )
  return join(notes)
}

interface Drawn {
  readonly title: string
  readonly text: string
  readonly button?: { readonly href: string; readonly text: string }
  readonly more?: Html
}

function stepRow(view: SignedInView, data: HomeData, step: Step, place: number): Html {
  const { title, text, button, more = NOTHING } = drawn(view, data, step)
  const state = step.isDone ? 'done' : step.isNext ? 'next' : 'later'
  return html`<li class="step step-${state}"${step.isNext ? html` aria-current="step"` : NOTHING}><span class="step-mark" aria-hidden="true">${step.isDone ? icon('check') : number(view, place)}</span><div class="grow"><h2>${title} <span class="visually-hidden">(${step.isDone ? 'Done' : 'To do'})</span></h2><p>${text}</p>${more}</div>${button === undefined ? NOTHING : html`<a class="button${step.isNext ? ' button-primary' : ''}" href="${button.href}">${button.text}</a>`}</li>`
}

function drawn(view: SignedInView, data: HomeData, { name, isDone }: Step): Drawn {
  const { found, workflow, installUrl } = data
  const install = (text: string) => (installUrl === null ? {} : { button: { href: installUrl, text } })
  const [first] = found.projects
  switch (name) {
    case 'install': {
      const [suspended] = view.viewer.access.suspended
      if (!isDone && suspended !== undefined)
        return {
          title: 'Unsuspend the App',
          text: `The App is suspended on ${suspended.login}, so no jobs run there. An owner of the account can unsuspend it on GitHub.`,
          button: { href: suspended.url, text: 'Open on GitHub' },
        }
      return isDone
        ? { title: 'Install the App', text: `It is installed on ${view.account?.login ?? ''}.` }
        : {
            title: 'Install the App',
            text: 'On your organisation or your own account. If it is installed there already, ask an owner to give you access to a repository.',
            ...install('Install on GitHub'),
          }
    }
    case 'repository':
      return first !== undefined
        ? {
            title: 'Choose a repository',
            text:
              found.total === 1
                ? `${first.name} is a project.`
                : `${first.name} and ${number(view, found.total - 1)} more are projects.`,
          }
        : {
            title: 'Choose a repository',
            text: 'Give the App access to at least one repository to which you have access, too.',
            ...install('Choose on GitHub'),
          }
    case 'workflow':
      return drawnWorkflow(view, workflow)
    case 'key':
      if (isDone) return { title: 'Create an API key', text: 'The account has an API key.' }
      return data.managesKeys
        ? {
            title: 'Create an API key',
            text: 'A program needs an API key to create jobs.',
            button: { href: linkTo(view, '/keys/new'), text: 'Create a key' },
          }
        : {
            title: 'Create an API key',
            text: 'People with the admin role in a repository, and owners of the account, create keys.',
          }
    case 'job':
      return isDone
        ? {
            title: 'Create the first job',
            text: 'The account has jobs.',
            button: { href: linkTo(view, '/jobs'), text: 'See the jobs' },
          }
        : {
            title: 'Create the first job',
            text: 'Start it here or with curl, and watch it become a pull request.',
            ...(workflow.kind !== 'no-project' && {
              button: { href: linkTo(view, '/jobs/new'), text: 'New job' },
            }),
            more: sample(data),
          }
  }
}

const WORKFLOW_HINT =
  'It runs the agent in your own GitHub Actions. The page of the project says whether to merge a pull request or to commit the file in GitHub’s editor. Add the key of your model provider as a secret as well.'

function drawnWorkflow(view: SignedInView, workflow: FoundWorkflow): Drawn {
  if (workflow.kind === 'no-project')
    return {
      title: 'Add the workflow file',
      text: WORKFLOW_HINT,
    }
  const { project } = workflow
  const button = (path: string, text: string) => ({ button: { href: linkTo(view, path), text } })
  switch (workflow.kind) {
    case 'found':
      return { title: 'Add the workflow file', text: `${project.name} has the workflow file.` }
    case 'missing':
      return {
        title: 'Add the workflow file',
        text: WORKFLOW_HINT,
        ...button(`/projects/${project.id}`, 'See what is missing'),
      }
    case 'refused':
      return {
        title: 'Check the workflow file',
        text: 'GitHub does not show the App whether the file is there. The page of the project says why.',
        ...button(`/projects/${project.id}`, 'See what is missing'),
      }
    case 'unchecked':
      return {
        title: 'Check the workflow file',
        text: 'GitHub has not answered for all of your repositories yet, so it is not known whether one of them has the workflow file.',
        ...button('', 'Check again'),
      }
    case 'not-among-first':
      return {
        title: 'Check the workflow file',
        text: `None of the first ${number(view, workflow.lookedAt)} repositories has it. The list of projects shows the others.`,
        ...button('/projects', 'See the projects'),
      }
  }
}

function sample({ workflow, publicUrl }: HomeData): Html {
  if (workflow.kind === 'no-project') return NOTHING
  const { project } = workflow
  const command = `curl ${publicUrl}/v2/agent/${project.id}/job \\
  -H "Authorization: Bearer $PRENTICE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ prompt: SAMPLE_PROMPT })}'`
  return html`<div class="command"><pre tabindex="0"><code>${command}</code></pre>${copyButton(command, 'command')}</div>`
}

export interface HomeObstacles {
  /** Of all projects that the person sees; `null`: none. */
  readonly pause: Hold | null
  /** Those that have reached their `warn-at`. `coversAll`: all projects that the person sees. */
  readonly budgets: readonly CoveringBudget[]
}

const isSpent = ({ leftUsd }: CoveringBudget): boolean => leftUsd === 0

/** Instead of “Overview”; `null`: work is accepted, and starts. */
function titleOfObstacle({ pause, budgets }: HomeObstacles): string | null {
  if (pause !== null) return 'New runs are paused'
  return budgets.some((budget) => budget.coversAll && isSpent(budget)) ? 'The budget is spent' : null
}

function obstacleNotes(view: View, { pause, budgets }: HomeObstacles): Html {
  return html`${pause === null ? NOTHING : pauseNote(view, pause)}${join(budgets.map((budget) => budgetNote(view, budget)))}`
}

function budgetNote(view: View, budget: CoveringBudget): Html {
  const text = `Budget ${budget.name}: ${money(view, budget.spentUsd)} of ${money(view, budget.capUsd)} spent this month.`
  const next = isSpent(budget)
    ? 'The projects that it covers accept no new work until it resets, or is raised.'
    : 'When it is spent, the projects that it covers accept no new work.'
  return html`<p class="flash flash-attention">${icon('alert')}<span>${text} ${next} <span class="muted">It resets ${when(view, budget.resetAt)}</span> <a href="${linkTo(view, '/usage')}">See the usage</a></span></p>`
}

/** The facts about a person in an account that decide which steps are done. */
interface HomeFacts {
  readonly hasAccount: boolean
  readonly hasProject: boolean
  readonly hasWorkflow: boolean
  readonly hasKey: boolean
  readonly hasJob: boolean
}

const STEPS = ['install', 'repository', 'workflow', 'key', 'job'] as const
type StepName = (typeof STEPS)[number]

interface Step {
  readonly name: StepName
  readonly isDone: boolean
  /** The first that is not done. */
  readonly isNext: boolean
}

/** The steps for a new person; the facts decide which are done. */
export function homeSteps(facts: HomeFacts): Step[] {
  const done: Readonly<Record<StepName, boolean>> = {
    install: facts.hasAccount,
    repository: facts.hasProject,
    workflow: facts.hasWorkflow,
    key: facts.hasKey,
    job: facts.hasJob,
  }
  const next = STEPS.find((name) => !done[name])
  return STEPS.map((name) => ({ name, isDone: done[name], isNext: name === next }))
}

import { copyButton } from '../frame/copy-button.ts'
import { number } from '../frame/formats.ts'
import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PageContent } from '../frame/layout.ts'
import { linkTo, type SignedInView, type View } from '../frame/view.ts'
import { type FoundProjects, hasRightAnywhere } from '../lookup/find-projects.ts'
import type { FoundWorkflow } from './find-workflow.ts'
import { type HomeObstacles, obstacleNotes, titleOfObstacle } from './home-obstacles.ts'
import type { Step } from './home-steps.ts'
import { HOME_WORDS } from './home-words.ts'

export interface HomeData {
  readonly steps: readonly Step[]
  readonly found: FoundProjects
  readonly workflow: FoundWorkflow
  readonly managesKeys: boolean
  readonly obstacles: HomeObstacles
  readonly installUrl: string | null
  readonly publicUrl: string
}

export function homePage(view: SignedInView, data: HomeData): PageContent {
  const words = view.say(HOME_WORDS)
  const isReady = data.steps.every(({ isDone }) => isDone)
  return {
    title: isReady ? (titleOfObstacle(view, data.obstacles) ?? words.ready) : words.title,
    nav: 'home',
    ...(isReady && mayAsk(view) && { actions: newJob(view) }),
    body: html`<p class="lead">${isReady ? readyLead(view) : words.lead}</p>${suspendedNotes(view)}${obstacleNotes(view, data.obstacles)}<ol class="steps">${join(data.steps.map((step, at) => stepRow(view, data, step, at + 1)))}</ol>`,
  }
}

const mayAsk = ({ viewer, account }: SignedInView): boolean =>
  account !== null && hasRightAnywhere(viewer.access, account.id, 'write')

function readyLead(view: SignedInView): string {
  const words = view.say(HOME_WORDS)
  return mayAsk(view) ? words.readyLead : words.readerLead
}

const newJob = (view: SignedInView): Html =>
  html`<a class="button button-primary" href="${linkTo(view, '/jobs/new')}">${icon('plus')}${view.say(HOME_WORDS).jobNew}</a>`

/** For people who work in another account; to all others, the first step says it. */
function suspendedNotes(view: SignedInView): Html {
  if (view.account === null) return NOTHING
  const words = view.say(HOME_WORDS)
  const notes = view.viewer.access.suspended.map(
    ({ login, url }) =>
      html`<p class="flash flash-attention">${icon('alert')}<span>${words.suspended(login)} <a href="${url}">${words.suspendedButton}</a></span></p>`,
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
  const words = view.say(HOME_WORDS)
  const { title, text, button, more = NOTHING } = drawn(view, data, step)
  const state = step.isDone ? 'done' : step.isNext ? 'next' : 'later'
  return html`<li class="step step-${state}"${step.isNext ? html` aria-current="step"` : NOTHING}><span class="step-mark" aria-hidden="true">${step.isDone ? icon('check') : number(view, place)}</span><div class="grow"><h2>${title} <span class="visually-hidden">(${step.isDone ? words.done : words.todo})</span></h2><p>${text}</p>${more}</div>${button === undefined ? NOTHING : html`<a class="button${step.isNext ? ' button-primary' : ''}" href="${button.href}">${button.text}</a>`}</li>`
}

function drawn(view: SignedInView, data: HomeData, { name, isDone }: Step): Drawn {
  const words = view.say(HOME_WORDS)
  const { found, workflow, installUrl } = data
  const install = (text: string) => (installUrl === null ? {} : { button: { href: installUrl, text } })
  const [first] = found.projects
  switch (name) {
    case 'install': {
      const [suspended] = view.viewer.access.suspended
      if (!isDone && suspended !== undefined)
        return {
          title: words.unsuspend,
          text: words.suspended(suspended.login),
          button: { href: suspended.url, text: words.suspendedButton },
        }
      return isDone
        ? { title: words.install, text: words.installDone(view.account?.login ?? '') }
        : { title: words.install, text: words.installHint, ...install(words.installButton) }
    }
    case 'repository':
      return first !== undefined
        ? {
            title: words.repository,
            text:
              found.total === 1
                ? words.repositoryOne(first.name)
                : words.repositoryDone(first.name, number(view, found.total - 1)),
          }
        : { title: words.repository, text: words.repositoryHint, ...install(words.repositoryButton) }
    case 'workflow':
      return drawnWorkflow(view, workflow)
    case 'key':
      if (isDone) return { title: words.key, text: words.keyDone }
      return data.managesKeys
        ? {
            title: words.key,
            text: words.keyHint,
            button: { href: linkTo(view, '/keys/new'), text: words.keyButton },
          }
        : { title: words.key, text: words.keyAsk }
    case 'job':
      return isDone
        ? {
            title: words.job,
            text: words.jobDone,
            button: { href: linkTo(view, '/jobs'), text: words.jobButton },
          }
        : {
            title: words.job,
            text: words.jobHint,
            ...(workflow.kind !== 'no-project' && {
              button: { href: linkTo(view, '/jobs/new'), text: words.jobNew },
            }),
            more: sample(view, data),
          }
  }
}

function drawnWorkflow(view: SignedInView, workflow: FoundWorkflow): Drawn {
  const words = view.say(HOME_WORDS)
  if (workflow.kind === 'no-project') return { title: words.workflow, text: words.workflowHint }
  const { project } = workflow
  const button = (path: string, text: string) => ({ button: { href: linkTo(view, path), text } })
  switch (workflow.kind) {
    case 'found':
      return { title: words.workflow, text: words.workflowDone(project.name) }
    case 'missing':
      return {
        title: words.workflow,
        text: words.workflowHint,
        ...button(`/projects/${project.id}`, words.workflowButton),
      }
    case 'refused':
      return {
        title: words.workflowCheck,
        text: words.workflowRefused,
        ...button(`/projects/${project.id}`, words.workflowButton),
      }
    case 'unchecked':
      return {
        title: words.workflowCheck,
        text: words.workflowUnchecked,
        ...button('', words.workflowCheckButton),
      }
    case 'not-among-first':
      return {
        title: words.workflowCheck,
        text: words.workflowNotAmongFirst(number(view, workflow.lookedAt)),
        ...button('/projects', words.workflowProjectsButton),
      }
  }
}

function sample(view: View, { workflow, publicUrl }: HomeData): Html {
  if (workflow.kind === 'no-project') return NOTHING
  const { project } = workflow
  const words = view.say(HOME_WORDS)
  const command = `curl ${publicUrl}/v2/agent/${project.id}/job \\
  -H "Authorization: Bearer $PRENTICE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ prompt: words.samplePrompt })}'`
  return html`<div class="command"><pre tabindex="0"><code>${command}</code></pre>${copyButton(view, command, words.command)}</div>`
}

import { findMention, type Mention } from '../../mention/find-mention.ts'
import { namesBot } from '../../mention/named-bots.ts'
import type { Origin } from '../domain/origin.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { WorkRequest } from '../jobs/admit-request.ts'
import { type Project, repositoryRef } from '../projects/project.ts'
import { DEFAULT_TRIGGERS, type TriggerSettings } from '../projects/project-config.ts'
import type { Projects } from '../projects/projects.ts'
import { type ActDeps, actOnRequest } from './act-on-request.ts'
import { findJob, isOnPullRequest } from './find-job.ts'
import { ignored, type TriggerOutcome } from './outcome.ts'
import { issueOf, requestIdOf, type TriggerRequest } from './trigger-request.ts'

export interface CarryOutDeps extends ActDeps {
  readonly github: ActDeps['github'] & Pick<Github, 'identity'>
  readonly projects: Pick<Projects, 'refresh' | 'switchedOff'>
}

/** Does what a comment, a review or a label asks for, if it asks for anything and the sender may. A repetition has no further effect. */
export async function carryOut(
  deps: CarryOutDeps,
  project: Project,
  request: TriggerRequest,
): Promise<TriggerOutcome> {
  const repository = repositoryRef(project)
  if (repository === null) return ignored('the App is not installed')
  const { slug, botId } = await deps.github.identity()
  const mention = mentionIn(request, slug)
  if (!isAsked(request, mention, project.config?.triggers ?? null)) return ignored(NOTHING)
  if (await isSwitchedOff(deps, project, request)) return ignored('the organisation has switched it off')
  // What its own bot caused starts nothing, whatever the settings say.
  if (request.sender.id === botId) return ignored('the App wrote it itself')
  const job = await findJob(deps.store, project.repositoryId, request)
  if (job === null && isUnderWay(request, botId, deps.now()))
    return { kind: 'later', at: deps.now() + LOOK_AGAIN_MS }
  // A review of a pull request that is somebody else's is none of its business, unless it mentions the App.
  if (job === null && mention === null) return ignored('the pull request is not of the App')
  const check = await deps.checkSender(repository, request.sender, {
    isMember: request.isMember,
    named: project.config?.triggers ?? null,
  })
  if (check.kind !== 'may-ask') return check
  // After the check: settings that are invalid are read again each time, and anybody can comment.
  const settings = await settingsOf(deps, project)
  if (!isAsked(request, mention, settings)) return ignored(NOTHING)
  if (request.app !== undefined && !namesBot(settings.bots, request.app))
    return ignored('the settings do not name the App through which it was written')
  const { defaultBranch } = project
  const asked = { repository, defaultBranch, settings, slug, job, work: workRequest(project, request) }
  return actOnRequest(deps, asked, request, mention)
}

const NOTHING = 'nothing is asked of the App'

const LOOK_AGAIN_MS = 5_000
/** Long enough for a run to report the pull request that it has opened, and for the server to verify it. */
const UNDER_WAY_MS = 5 * 60_000

/** The App has opened the pull request, but its run has not reported it yet. */
const isUnderWay = (request: TriggerRequest, botId: number, now: number): boolean =>
  isOnPullRequest(request) &&
  request.kind !== 'label' &&
  request.openedBy === botId &&
  now - request.at < UNDER_WAY_MS

const CAPABILITY = { comment: 'comments', review: 'reviews', label: 'labels' } as const

async function isSwitchedOff(
  { projects }: CarryOutDeps,
  project: Project,
  { kind }: TriggerRequest,
): Promise<boolean> {
  try {
    return (await projects.switchedOff(project)).includes(CAPABILITY[kind])
  } catch (error) {
    if (error instanceof GithubRefused && error.reason.code === 'config-invalid') return false
    throw error
  }
}

/** Invalid settings fail the run, with a reason that says what to change. */
async function settingsOf({ projects }: CarryOutDeps, project: Project): Promise<TriggerSettings> {
  if (project.config !== null) return project.config.triggers
  try {
    return (await projects.refresh(project)).config.triggers
  } catch (error) {
    if (error instanceof GithubRefused && error.reason.code === 'config-invalid') return DEFAULT_TRIGGERS
    throw error
  }
}

const mentionIn = (request: TriggerRequest, slug: string): Mention | null =>
  request.kind === 'label' ? { kind: 'prompt', text: '' } : findMention(request.text, slug)

/** `settings`: `null` if they are not known yet, so that everything counts that they could allow. */
function isAsked(
  request: TriggerRequest,
  mention: Mention | null,
  settings: TriggerSettings | null,
): boolean {
  if (settings?.comments === false) return false
  switch (request.kind) {
    case 'comment':
      return mention !== null
    case 'review':
      return mention !== null || settings?.reviews !== 'mention'
    case 'label':
      return settings === null || settings.labels.some((label) => isSameLabel(label, request.label))
  }
}

/** GitHub ignores the case of labels. */
const isSameLabel = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const workRequest = (project: Project, request: TriggerRequest): WorkRequest => ({
  project,
  origin: originOf(request),
  idempotencyKey: { source: requestIdOf(request), repositoryId: project.repositoryId },
})

function originOf(request: TriggerRequest): Origin {
  const { id, login } = request.sender
  const person = { kind: 'github', id, login, issue: issueOf(request) } as const
  switch (request.kind) {
    case 'comment':
      return { ...person, via: 'comment', source: request.comment }
    case 'review':
      return request.comment === null
        ? { ...person, via: 'review', source: request.review }
        : { ...person, via: 'review-comment', source: request.comment }
    case 'label':
      return { ...person, via: 'label', source: null }
  }
}

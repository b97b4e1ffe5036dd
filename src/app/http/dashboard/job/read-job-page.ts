import type { Limits } from '../../../../contract/runner-protocol/assignment.ts'
import type { Job } from '../../../domain/job.ts'
import { isEnded } from '../../../domain/run-state-machine.ts'
import type { Feedback } from '../../../feedback/feedback.ts'
import { foldEvents, NO_PROGRESS, type RunProgress } from '../../../feedback/job-facts.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { MessagePage } from '../../../jobs/list-messages.ts'
import type { Obstacles, RunHistory } from '../../../jobs/read-runs.ts'
import type { Project } from '../../../projects/project.ts'
import type { KeptEvent } from '../../../records/read-progress.ts'

/** Everything that the page of a job shows. */
export interface JobPage {
  readonly job: Job
  readonly project: Project
  /** Whether the person may ask for work. */
  readonly canWrite: boolean
  readonly obstacles: Obstacles
  /** Runs, oldest first. */
  readonly history: readonly RunHistory[]
  /** The run that the timeline shows, and its events. */
  readonly shown: RunHistory
  readonly events: readonly KeptEvent[]
  /** Whether the timeline shows all of them; otherwise the newest. */
  readonly isWhole: boolean
  /** How far the current run is. */
  readonly progress: RunProgress
  /** The first messages of the shown run; of the current one also those that wait. */
  readonly messages: MessagePage['messages']
  /** How many messages the shown run has. */
  readonly messageCount: number
  readonly costLimitUsd: number
  /** `null`: the job has none. */
  readonly checkRunUrl: string | null
}

export interface ReadJobPageDeps {
  readonly jobs: Pick<Jobs, 'history' | 'messages' | 'obstacles' | 'runEvents'>
  readonly feedback: Pick<Feedback, 'checkRunUrl'>
  /** Limits of a run, unless the settings of the project name others. */
  readonly limits: Limits
}

/** Maximum number of messages of one run on its page. Long ones are fewer: `listMessages` returns a mebibyte of them. */
const MAX_MESSAGES = 25

/** `wanted`: number of the run to show; `null`: the current one. `undefined` is returned if there is no such run. */
export async function readJobPage(
  { jobs, feedback, limits }: ReadJobPageDeps,
  job: Job,
  { project, canWrite, isWhole }: Pick<JobPage, 'project' | 'canWrite' | 'isWhole'>,
  wanted: number | null,
): Promise<JobPage | undefined> {
  const key = { project: job.project, job: job.id }
  const history = await jobs.history(job)
  const shown = history.find(({ run }) => run.number === (wanted ?? job.run.number))
  if (shown === undefined) return undefined
  const isCurrent = shown.run.number === job.run.number
  const messageCount = (isCurrent ? job.messages : shown.run.last) - shown.run.first + 1
  const [events, ofCurrent, messages, obstacles, checkRunUrl] = await Promise.all([
    jobs.runEvents(key, shown.run.number),
    isCurrent || isEnded(job.run) ? [] : jobs.runEvents(key, job.run.number),
    jobs.messages(key, { after: shown.run.first - 1, limit: Math.min(MAX_MESSAGES, messageCount) }),
    jobs.obstacles(project),
    feedback.checkRunUrl(job),
  ])
  return {
    job,
    project,
    canWrite,
    obstacles,
    history,
    shown,
    events,
    isWhole,
    progress: foldEvents(NO_PROGRESS, isCurrent ? events : ofCurrent),
    messages: messages?.messages ?? [],
    messageCount,
    costLimitUsd: project.config?.limits.costUsd ?? limits.costUsd,
    checkRunUrl,
  }
}

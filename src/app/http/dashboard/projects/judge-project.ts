import type { ProjectCheck } from '../../../onboarding/check-project.ts'

export type PartState = 'done' | 'todo' | 'unknown'

/** What a project needs before it can be worked on. */
export interface Judged {
  readonly workflow: PartState
  readonly secret: PartState
  readonly settings: PartState
}

/** `hasWorked`: a run of the project has reached its end with a model. */
export function judgeProject(check: ProjectCheck | null, hasWorked: boolean): Judged {
  const secret = hasWorked ? 'done' : 'unknown'
  if (check === null || check.refused !== null) return { workflow: 'unknown', secret, settings: 'unknown' }
  return {
    workflow: hasWorkflow(check) ? 'done' : 'todo',
    secret,
    settings: check.settings.mistakes.length === 0 ? 'done' : 'todo',
  }
}

/** `ready`: nothing is known to be missing. A project that was never checked is ready if it has completed a job. */
export function readiness(
  check: ProjectCheck | null,
  hasWorked: boolean,
): 'ready' | 'not-ready' | 'not-checked' {
  if (check === null) return hasWorked ? 'ready' : 'not-checked'
  const { workflow, settings } = judgeProject(check, false)
  return workflow === 'done' && settings === 'done' ? 'ready' : 'not-ready'
}

/** Its own, or that of the runner repository of its account. */
const hasWorkflow = ({ workflow }: ProjectCheck): boolean => ['ok', 'elsewhere'].includes(workflow.kind)

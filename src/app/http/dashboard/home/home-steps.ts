/** The facts about a person in an account that decide which steps are done. */
export interface HomeFacts {
  readonly hasAccount: boolean
  readonly hasProject: boolean
  readonly hasWorkflow: boolean
  readonly hasKey: boolean
  readonly hasJob: boolean
}

export const STEPS = ['install', 'repository', 'workflow', 'key', 'job'] as const
export type StepName = (typeof STEPS)[number]

export interface Step {
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

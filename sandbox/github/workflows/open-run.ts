import type { Run } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'

type Opening = Pick<
  Run,
  'repository' | 'workflow' | 'event' | 'ref' | 'headCommit' | 'inputs' | 'actor' | 'displayTitle'
>

/** A run that has not started. */
export const openRun = (state: GithubState, opening: Opening): Run => {
  const { repository, workflow, event, ref, headCommit, inputs, actor, displayTitle } = opening
  const now = state.now()
  workflow.runCount += 1
  const run: Run = {
    id: state.nextId(),
    repository,
    workflow,
    event,
    ref,
    sha: headCommit.sha,
    headCommit,
    inputs,
    actor,
    displayTitle,
    triggeringActor: actor,
    number: workflow.runCount,
    createdAt: now,
    startedAt: now,
    updatedAt: now,
    attempt: 1,
    status: repository.settings.runsWaitFor === 'approval' ? 'waiting' : 'queued',
    conclusion: null,
    githubToken: '',
    idTokenSecret: null,
    log: [],
    cancelListeners: [],
  }
  repository.runs.push(run)
  return run
}

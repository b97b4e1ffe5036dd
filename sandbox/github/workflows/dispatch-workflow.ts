import { readCommit } from '../git/commits.ts'
import { resolveCommit } from '../git/read.ts'
import { ApiError } from '../rest/api-error.ts'
import type { Account } from '../state/account.ts'
import type { Repository, Run, Workflow } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceRun } from '../webhooks/workflow-run-event.ts'
import { checkInputs, type DispatchBody } from './check-dispatch.ts'
import { displayTitleOf } from './display-title.ts'
import { readWorkflow } from './find-workflow.ts'
import { openRun } from './open-run.ts'
import { queueRun } from './queue-run.ts'

/** Starts a run of the workflow file at the ref, or throws GitHub's error. */
export const dispatchWorkflow = async (
  state: GithubState,
  o: { repository: Repository; workflow: Workflow; body: DispatchBody; actor: Account },
): Promise<Run> => {
  const { repository, workflow, body } = o
  // GitHub documents the status 403. The messages are ours.
  if (!repository.settings.actionsEnabled)
    throw new ApiError(403, 'GitHub Actions is disabled for this repository.')
  if (repository.settings.protectsWorkflows)
    throw new ApiError(
      403,
      'Workflow execution is blocked by a ruleset: the event workflow_dispatch is not allowed.',
    )
  if (workflow.state !== 'active')
    throw new ApiError(422, "Cannot trigger a 'workflow_dispatch' on a disabled workflow")
  const ref = fullRef(repository, body.ref)
  const sha = ref && (await resolveCommit(state, repository, ref))
  if (!ref || !sha) throw new ApiError(422, `No ref found for: ${body.ref}`)
  const file = await readWorkflow(state, repository, sha, workflow.path)
  if (!file) throw new ApiError(422, "Workflow does not have 'workflow_dispatch' trigger")
  if (!file.parsed) throw new ApiError(422, `failed to parse workflow: ${file.problem}`)
  const inputs = checkInputs(file.parsed, body.inputs)
  const headCommit = await readCommit(state, repository, sha)
  const displayTitle = displayTitleOf(file.parsed, inputs, workflow.name)
  const run = openRun(state, { ...o, event: 'workflow_dispatch', ref, headCommit, inputs, displayTitle })
  announceRun(state, run, 'requested')
  if (repository.settings.runsWaitFor !== null) return run
  queueRun(state, run, { text: file.text, permissions: file.parsed.permissions })
  return run
}

/** A person clicks "Re-run all jobs": the same run gets another attempt, triggered by that person. */
export const rerunWorkflow = async (state: GithubState, run: Run, by: Account): Promise<void> => {
  if (run.status !== 'completed')
    throw new Error(`sandbox: run ${run.id} has not completed, so it cannot be re-run`)
  const file = await readWorkflow(state, run.repository, run.sha, run.workflow.path)
  if (!file?.parsed) throw new Error(`sandbox: run ${run.id} has no workflow file any more`)
  run.attempt += 1
  run.status = 'queued'
  run.conclusion = null
  run.startedAt = state.now()
  run.updatedAt = state.now()
  run.triggeringActor = by
  // GitHub sends no `requested` for a re-run.
  queueRun(state, run, { text: file.text, permissions: file.parsed.permissions })
}

/** Branches before tags. A SHA is not accepted as a ref. */
const fullRef = (repository: Repository, name: string): string | undefined =>
  [name, `refs/heads/${name}`, `refs/tags/${name}`].find((ref) => repository.refs.has(ref))

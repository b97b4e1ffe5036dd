import { readCommit } from '../git/commits.ts'
import { resolveCommit } from '../git/read.ts'
import type { Account, Repository, Run, Workflow } from '../model.ts'
import { ApiError } from '../rest/api-error.ts'
import type { GithubState } from '../state.ts'
import { announceRun } from '../webhooks/workflow-run-event.ts'
import { checkInputs, type DispatchBody } from './check-dispatch.ts'
import { displayTitleOf } from './display-title.ts'
import { readWorkflow } from './find-workflow.ts'
import { handOut } from './queued-run.ts'

/** Starts a run of the workflow as it stands at the ref, or throws GitHub's refusal. */
export const dispatchWorkflow = async (
  hub: GithubState,
  o: { repository: Repository; workflow: Workflow; body: DispatchBody; actor: Account },
): Promise<Run> => {
  const { repository, workflow, body } = o
  // That they are refused with 403 is as documented; the words are ours.
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
  const sha = ref && (await resolveCommit(hub, repository, ref))
  if (!ref || !sha) throw new ApiError(422, `No ref found for: ${body.ref}`)
  const file = await readWorkflow(hub, repository, sha, workflow.path)
  if (!file) throw new ApiError(422, "Workflow does not have 'workflow_dispatch' trigger")
  if (!file.parsed) throw new ApiError(422, `failed to parse workflow: ${file.problem}`)
  const inputs = checkInputs(file.parsed, body.inputs)
  const headCommit = await readCommit(hub, repository, sha)
  const displayTitle = displayTitleOf(file.parsed, inputs, workflow.name)
  const run = openRun(hub, { ...o, ref, headCommit, inputs, displayTitle })
  announceRun(hub, run, 'requested')
  if (repository.settings.runsWaitFor !== null) return run
  handOut(hub, run, { text: file.text, permissions: file.parsed.permissions })
  return run
}

/** By hand, "Re-run all jobs": the same run, one attempt more, in another person's name. */
export const rerunWorkflow = async (hub: GithubState, run: Run, by: Account): Promise<void> => {
  if (run.status !== 'completed')
    throw new Error(`sandbox: run ${run.id} has not completed, so it cannot be re-run`)
  const file = await readWorkflow(hub, run.repository, run.sha, run.workflow.path)
  if (!file?.parsed) throw new Error(`sandbox: run ${run.id} has lost its workflow file`)
  run.attempt += 1
  run.status = 'queued'
  run.conclusion = null
  run.startedAt = hub.now()
  run.updatedAt = hub.now()
  run.triggeringActor = by
  // GitHub sends no `requested` for a re-run.
  handOut(hub, run, { text: file.text, permissions: file.parsed.permissions })
}

/** Branches before tags. Only names count: a SHA is no ref. */
const fullRef = (repository: Repository, name: string): string | undefined =>
  [name, `refs/heads/${name}`, `refs/tags/${name}`].find((ref) => repository.refs.has(ref))

type Opening = Pick<
  Run,
  'repository' | 'workflow' | 'ref' | 'headCommit' | 'inputs' | 'actor' | 'displayTitle'
>

const openRun = (hub: GithubState, opening: Opening): Run => {
  const { repository, workflow, ref, headCommit, inputs, actor, displayTitle } = opening
  const now = hub.now()
  workflow.runCount += 1
  const run: Run = {
    id: hub.nextId(),
    repository,
    workflow,
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
    cancelListeners: [],
  }
  repository.runs.push(run)
  return run
}

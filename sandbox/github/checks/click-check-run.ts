import type { Account } from '../state/account.ts'
import type { CheckRun } from '../state/check-run.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceCheckRun } from '../webhooks/check-run-event.ts'

export const checkRunOf = (repository: Repository, id: string | number): CheckRun | undefined =>
  repository.checkRuns.find((run) => String(run.id) === String(id))

/** A person clicks a button of the app, or GitHub's own "Re-run" (`null`). Only the app hears about it. */
export const clickCheckRun = (
  state: GithubState,
  repository: Repository,
  click: { readonly checkRun: CheckRun; readonly identifier: string | null; readonly person: Account },
): void => {
  const { checkRun, identifier, person } = click
  if (identifier === null) {
    announceCheckRun(state, repository, checkRun, 'rerequested', person)
    return
  }
  if (!checkRun.actions.some((action) => action.identifier === identifier))
    throw new Error(`sandbox: check run ${checkRun.id} has no button ${identifier}`)
  announceCheckRun(state, repository, checkRun, 'requested_action', person, {
    requested_action: { identifier },
  })
}

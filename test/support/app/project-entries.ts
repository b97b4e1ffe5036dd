import { accountKeys } from '../../../src/app/projects/account.ts'
import { projectKeys } from '../../../src/app/projects/project.ts'

/** What the store holds of a project: its record, and its place among those of the account. */
export function projectEntries(project: {
  readonly id: string
  readonly accountId: number
  readonly owner: string
  readonly name: string
  /** `null`: the App was uninstalled. */
  readonly installationId?: number | null
}): { key: string; value: string }[] {
  const { id, accountId, owner, name, installationId = 1 } = project
  const record = {
    ...{ v: 1, id, repositoryId: 1, owner, name, url: `https://github.com/${owner}/${name}`, private: true },
    ...{ accountId, installationId, defaultBranch: null, config: null, filesSha: null },
  }
  return [
    { key: projectKeys.record(id), value: JSON.stringify(record) },
    { key: projectKeys.ofAccount(accountId, id), value: id },
  ]
}

export const accountEntry = (account: {
  readonly id: number
  readonly login: string
}): { key: string; value: string } => ({
  key: accountKeys.record(account.login),
  value: JSON.stringify(account),
})

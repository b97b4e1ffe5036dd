import type { Thread } from '../shapes/issue.ts'
import type { Account, App } from '../state/account.ts'
import type { Credential } from '../state/credential.ts'
import type { Repository } from '../state/repository.ts'

/** The issue or pull request with this number. */
export const findThread = (repository: Repository, number: string | number): Thread | undefined => {
  const issue = repository.issues.find((one) => String(one.number) === String(number))
  if (issue) return { kind: 'issue', issue }
  const pull = repository.pulls.find((one) => String(one.number) === String(number))
  return pull && { kind: 'pull', pull }
}

/** Who acts, through which app. */
export interface Writer {
  readonly account: Account
  readonly viaApp: App | null
}

export const writerOf = (account: Account, credential: Credential): Writer => ({
  account,
  viaApp: appOf(credential),
})

const appOf = (credential: Credential): App | null => {
  if (credential.kind === 'user') return credential.viaApp
  return credential.kind === 'installation' ? credential.installation.app : null
}

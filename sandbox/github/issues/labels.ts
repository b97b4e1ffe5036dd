import type { Thread } from '../shapes/issue.ts'
import type { Account } from '../state/account.ts'
import type { Label } from '../state/issue.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceLabel } from '../webhooks/issue-events.ts'

/** Adds and removes labels by name. As on GitHub, a label that the repository lacks is created when it is added. */
export const changeLabels = (
  state: GithubState,
  repository: Repository,
  thread: Thread,
  { add = [], remove, sender }: { add?: readonly unknown[]; remove?: string; sender: Account },
): readonly Label[] => {
  const one = thread.kind === 'issue' ? thread.issue : thread.pull
  const on = { repository, thread, sender }
  for (const name of add.filter((given) => typeof given === 'string')) {
    if (one.labels.some((label) => isSame(label.name, name))) continue
    const label = labelNamed(state, repository, name)
    one.labels = [...one.labels, label]
    announceLabel(state, on, 'labeled', label)
  }
  const removed = one.labels.find((label) => remove !== undefined && isSame(label.name, remove))
  if (removed) {
    one.labels = one.labels.filter((label) => label !== removed)
    announceLabel(state, on, 'unlabeled', removed)
  }
  return one.labels
}

const labelNamed = (state: GithubState, repository: Repository, name: string): Label => {
  const known = repository.labels.find((label) => isSame(label.name, name))
  if (known) return known
  const label = { id: state.nextId(), name }
  repository.labels.push(label)
  return label
}

const isSame = (name: string, other: string): boolean => name.toLowerCase() === other.toLowerCase()

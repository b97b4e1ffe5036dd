import { whyNoBranchName } from '../contract/branch-name.ts'

export const DEFAULT_BRANCH_PATTERN = 'prentice/{id}'

/** What the placeholders of a pattern stand for. */
export interface BranchParts {
  /** Unique, lower-case letters and digits. */
  readonly id: string
  /** Number of the issue or pull request where the job was asked for; `null`: elsewhere. */
  readonly issue: number | null
  /** Epoch milliseconds. */
  readonly at: number
}

/** The name of the working branch of a job. Without an issue, its placeholder and the separator after it are removed. Pure. */
export const expandBranchPattern = (pattern: string, { id, issue, at }: BranchParts): string =>
  pattern.replaceAll(/\{id\}|\{date\}|\{issue\}([-_./]?)/g, (placeholder, separator: string) => {
    if (placeholder === '{id}') return id
    if (placeholder === '{date}') return new Date(at).toISOString().slice(0, 10)
    return issue === null ? '' : `${issue}${separator}`
  })

/** Why a pattern makes no branch names; `null`: it does. A later branch of a job has a number after its id. Pure. */
export function whyNoBranchPattern(pattern: string): string | null {
  if (!pattern.endsWith('{id}')) return 'it does not end with `{id}`'
  if (/[{}]/.test(pattern.replaceAll(/\{(?:id|issue|date)\}/g, ''))) return 'it has an unknown placeholder'
  const example = { id: 'a1b2c3d4e5', at: 0 }
  return [1, null]
    .map((issue) => whyNoBranchName(expandBranchPattern(pattern, { ...example, issue })))
    .reduce((first, why) => first ?? why, null)
}

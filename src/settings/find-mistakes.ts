import type { z } from 'zod'

export interface Mistake {
  readonly path: readonly PropertyKey[]
  /** What is allowed there: a predicate, as in "must be true or false". */
  readonly message: string
  /** The key is wrong, not its value. */
  readonly isKey: boolean
}

/** The validator's issues, one for each key or value that has to change. */
export const findMistakes = (
  issues: readonly z.core.$ZodIssue[],
  above: readonly PropertyKey[] = [],
): Mistake[] =>
  issues.flatMap((issue) => {
    const { message } = issue
    const path = [...above, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key], message, isKey: true }))
    const meant = issue.code === 'invalid_union' ? issue.errors.find(hasTheType) : undefined
    return meant === undefined ? [{ path, message, isKey: false }] : findMistakes(meant, path)
  })

/** Of the forms that a value may have, the one whose type it has was meant. */
const hasTheType = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0)

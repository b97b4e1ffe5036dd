import { z } from 'zod'
import { whyNoBranchPattern } from './branch-pattern.ts'

const PATTERN =
  'must be a branch name of up to 100 characters that ends with {id}, such as prentice/{issue}-{id}'

/** With its placeholders replaced, Git must accept it. */
export const branchPattern = () =>
  z
    .string({ error: PATTERN })
    .max(100, { error: PATTERN })
    .refine((pattern) => whyNoBranchPattern(pattern) === null, { error: PATTERN })

const REVIEWER = 'must be a login, or a team as organisation/team'

export const reviewer = () =>
  z.string({ error: REVIEWER }).regex(/^[\w-]{1,100}(\/[\w.-]{1,100})?$/, { error: REVIEWER })

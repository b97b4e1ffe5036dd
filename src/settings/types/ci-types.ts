import { z } from 'zod'
import { listOf, mapOf, text } from './value-types.ts'

const WORKFLOW = { error: 'must be the path of a workflow file, such as .github/workflows/test.yml' }

/** A check of GitHub Actions: named by its file, since anybody who can run a workflow can choose its name. */
const CiCheck = mapOf({
  workflow: z
    .string(WORKFLOW)
    .regex(/^\.github\/workflows\/[^/\s]{1,200}\.ya?ml$/, WORKFLOW)
    .describe('Path of the workflow file.'),
  jobs: listOf(text(200, 'a glob'), 50, 'globs')
    .min(1, { error: 'must have at least one glob' })
    .optional()
    .describe('Only these jobs count: globs of their names. Default: all.'),
})

export const ciChecks = () => listOf(CiCheck, 20, 'checks').min(1, { error: 'must have a check' })

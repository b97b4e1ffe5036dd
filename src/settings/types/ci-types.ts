import { z } from 'zod'
import { listOf, mapOf, text, wholeNumber } from './value-types.ts'

const WORKFLOW = { error: 'must be the path of a workflow file, such as .github/workflows/test.yml' }

const globs = () => listOf(text(200, 'a glob'), 50, 'globs').min(1, { error: 'must have at least one glob' })

const ONE = 'must have either `workflow` or `app`, `jobs` only with `workflow`, and `names` only with `app`'

/**
 * A check of GitHub Actions, named by its file, since anybody who can run a workflow can choose its name; or of another
 * GitHub App, named by its id, which nobody else can have.
 */
const CiCheck = mapOf({
  workflow: z
    .string(WORKFLOW)
    .regex(/^\.github\/workflows\/[^/\s]{1,200}\.ya?ml$/, WORKFLOW)
    .optional()
    .describe('Path of the workflow file.'),
  jobs: globs().optional().describe('Only these jobs count: globs of their names. Default: all.'),
  app: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Numeric ID of a GitHub App other than GitHub Actions, whose check runs count.'),
  names: globs()
    .optional()
    .describe('Only these check runs of the App count: globs of their names. Default: all.'),
})
  .refine(
    ({ workflow, jobs, app, names }) =>
      workflow === undefined
        ? app !== undefined && jobs === undefined
        : app === undefined && names === undefined,
    { error: ONE },
  )
  .meta({
    oneOf: [{ required: ['workflow'] }, { required: ['app'] }],
    dependencies: { jobs: ['workflow'], names: ['app'] },
  })

export const ciChecks = () => listOf(CiCheck, 20, 'checks').min(1, { error: 'must have a check' })

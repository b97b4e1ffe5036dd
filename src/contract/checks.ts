import { z } from 'zod'

/** A command from the settings of the project. The runner runs it isolated, with `sh -e`, in the checkout. */
export const CheckCommand = z.object({
  name: z.string().min(1).max(100),
  run: z.string().min(1).max(4000),
  seconds: z.int().min(1),
})
export type CheckCommand = z.infer<typeof CheckCommand>

/** The checks of a project. */
export const ChecksPlan = z.object({
  /** Run on the base before the agent starts, with network access. The checks can use what they install. */
  setup: z.array(CheckCommand),
  /** Run on the change, without network access. */
  commands: z.array(CheckCommand).min(1),
  /** How often a failure may be returned to the model. */
  rounds: z.int().min(0),
  /** Whether a new pull request is a draft if one of them fails. Absent: it is. */
  draftOnFailure: z.boolean().optional(),
  /**
   * Present if the checks also run without the change, to see whether its tests fail. Absent from an older app, which has no
   * place for the result.
   */
  evidence: z
    .object({
      /** Globs that name the test files; absent: those of the usual names and folders. */
      tests: z.array(z.string()).optional(),
    })
    .optional(),
})
export type ChecksPlan = z.infer<typeof ChecksPlan>

/** Present where the agent may run commands on a runner that can isolate them. */
export const CommandsPlan = z.object({
  /** As in `ChecksPlan`, also for a project without checks. */
  setup: z.array(CheckCommand),
})
export type CommandsPlan = z.infer<typeof CommandsPlan>

/** Twenty checks, or the setup command that failed instead. */
const MAX_RESULTS = 20
export const CHECK_NAME_LENGTH = 100
export const CHECK_DETAIL_LENGTH = 300

/** What the checks did without the change, as the runner reports it. */
export const TestEvidence = z.object({
  result: z
    .enum(['fails-without-change', 'does-not-build-without-change', 'passes-without-change', 'unknown'])
    .describe(
      '`fails-without-change`: the checks pass on the base, `checks` fail on the base with the changed test files, and all pass on the change. `does-not-build-without-change`: the same, but `checks` did not get as far as the tests, which shows nothing about them. `passes-without-change`: all checks also pass on the base with the changed test files. `unknown`: see `why`.',
    ),
  files: z.int().min(0).describe('Number of test files that the change adds, edits or deletes.'),
  checks: z
    .array(z.string().max(CHECK_NAME_LENGTH))
    .max(MAX_RESULTS)
    .describe('The checks that fail without the change; empty if that is not the result.'),
  why: z.string().max(CHECK_DETAIL_LENGTH).nullable().describe('Why the result is `unknown`; else `null`.'),
})
export type TestEvidence = z.infer<typeof TestEvidence>

/** How the checks of a run ended, without their output. */
export const ChecksOutcome = z.object({
  notRun: z
    .string()
    .max(CHECK_DETAIL_LENGTH)
    .nullable()
    .describe('Why the checks did not run; `null` if they ran.'),
  results: z
    .array(
      z.object({
        name: z.string().max(CHECK_NAME_LENGTH).describe('Name of the command.'),
        passed: z.boolean().describe('Whether it succeeded.'),
        detail: z.string().max(CHECK_DETAIL_LENGTH).describe('Why it did not pass; empty if it did.'),
        seconds: z.number().min(0).describe('How long it ran.'),
      }),
    )
    .max(MAX_RESULTS)
    .describe('The checks, in order; if a setup command failed, that command only.'),
  tests: TestEvidence.optional().describe(
    'Whether the tests of the change fail without it. Absent if the change has no tests or nothing else, a check failed, the project has switched it off, or the runner does not say.',
  ),
})
export type ChecksOutcome = z.infer<typeof ChecksOutcome>

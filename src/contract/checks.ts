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
})
export type ChecksOutcome = z.infer<typeof ChecksOutcome>

import { z } from 'zod'

/** A command of the project's config, as the runner runs it: isolated, by `sh -e`, at the top of the checkout. */
export const CheckCommand = z.object({
  name: z.string().min(1).max(100),
  run: z.string().min(1).max(4000),
  seconds: z.int().min(1),
})
export type CheckCommand = z.infer<typeof CheckCommand>

/** What the project wants run on a change. */
export const ChecksPlan = z.object({
  /** Run on the base before the agent, with the network. What they install is there for the checks. */
  setup: z.array(CheckCommand),
  /** Run on the change, without a network. */
  commands: z.array(CheckCommand).min(1),
  /** How often a failure may go back to the model. */
  rounds: z.int().min(0),
})
export type ChecksPlan = z.infer<typeof ChecksPlan>

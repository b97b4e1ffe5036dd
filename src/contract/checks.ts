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

const Text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => text.trim() !== '' && !text.includes('\0'), { error: 'is empty or holds a NUL' })

const Command = z.preprocess(
  (given) => (typeof given === 'string' ? { run: given } : given),
  z.strictObject(
    {
      run: Text(4000),
      name: Text(100).optional(),
      'timeout-minutes': z.number().positive().max(60).optional(),
    },
    {
      error: ({ code }) =>
        code === 'invalid_type'
          ? 'write a command, or `run:` with a command and, if you like, `name:` and `timeout-minutes:`'
          : undefined,
    },
  ),
)
const Commands = z.array(Command).max(20)

/** The keys of `.github/prentice.yml` about checks. The server reads them, and the action where it works alone. */
export const CHECKS_KEYS = {
  setup: Commands.optional(),
  checks: Commands.optional(),
  'check-rounds': z.int().min(0).max(10).optional(),
}
const ChecksFile = z.object(CHECKS_KEYS)
type ChecksFile = z.infer<typeof ChecksFile>

/** What is wrong with them together; `null`: nothing. */
export function findChecksProblem(file: ChecksFile): { path: string; message: string } | null {
  if (file.checks !== undefined && file.checks.length > 0) return null
  for (const path of ['setup', 'check-rounds'] as const) {
    if (file[path] !== undefined) return { path, message: 'has no use without `checks`' }
  }
  return null
}

const DEFAULT_MINUTES = 10
const DEFAULT_ROUNDS = 3

/** `null`: there is nothing to check. */
export function planChecks(file: ChecksFile): ChecksPlan | null {
  if (file.checks === undefined || file.checks.length === 0) return null
  return {
    setup: (file.setup ?? []).map(commandOf),
    commands: file.checks.map(commandOf),
    rounds: file['check-rounds'] ?? DEFAULT_ROUNDS,
  }
}

const commandOf = (given: z.infer<typeof Command>): CheckCommand => ({
  name: nameOf(given.name ?? given.run),
  run: given.run,
  seconds: Math.max(1, Math.round((given['timeout-minutes'] ?? DEFAULT_MINUTES) * 60)),
})

const NAME_LENGTH = 60

function nameOf(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  return line.length <= NAME_LENGTH ? line : `${line.slice(0, NAME_LENGTH - 1).toWellFormed()}…`
}

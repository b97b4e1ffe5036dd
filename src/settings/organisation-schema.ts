import { z } from 'zod'
import { Capabilities } from './capabilities.ts'
import { Settings } from './schema.ts'
import { listOf, mapOf, positiveNumber, text, wholeNumber } from './value-types.ts'

const NAME = { error: 'must be 1 to 50 letters, digits, - or _' }

const Budget = mapOf({
  name: z.string(NAME).regex(/^[A-Za-z0-9_-]{1,50}$/, NAME),
  /** Of names, or of `owner/name`. */
  repositories: listOf(text(141, 'a glob'), 100, 'globs').min(1, { error: 'must have at least one glob' }),
  'usd-per-month': positiveNumber(1_000_000),
  /** Percentage at which the server logs a warning. */
  'warn-at': wholeNumber(1, 100).optional(),
})

/** `prentice.yml` in the repository `.github` of an account: the keys of a repository, and those of the account alone. */
export const SettingsOfOrganisation = mapOf({
  ...Settings.shape,
  capabilities: Capabilities.optional(),
  budgets: listOf(Budget, 20, 'budgets')
    .refine((budgets) => new Set(budgets.map(({ name }) => name)).size === budgets.length, {
      error: 'must have a different name for each budget',
    })
    .optional(),
})
export type SettingsOfOrganisation = z.infer<typeof SettingsOfOrganisation>

/** Mistakes in the file of a repository, which could believe that they hold. */
export const KEYS_OF_ORGANISATION_ALONE: readonly string[] = Object.keys(SettingsOfOrganisation.shape).filter(
  (key) => !Object.hasOwn(Settings.shape, key),
)

/** The settings that an organisation can have. What runs in a repository is decided in that repository alone. */
const KEYS_OF_ORGANISATION: readonly string[] = [
  'archive-on-close',
  'budgets',
  'capabilities',
  'ci',
  'commands',
  'draft',
  'effort',
  'executable-scripts',
  'fallback-models',
  'feedback',
  'limits',
  'max-bytes',
  'max-files',
  'model',
  'on-ci-failure',
  'on-conflict',
  'paths',
  'pull-request',
  'require-other-reviewer',
  'show-prompt',
  'signed-commits',
  'triggers',
] satisfies (keyof SettingsOfOrganisation)[]

export const KEYS_OF_REPOSITORY_ALONE: readonly string[] = Object.keys(Settings.shape).filter(
  (key) => !KEYS_OF_ORGANISATION.includes(key),
)

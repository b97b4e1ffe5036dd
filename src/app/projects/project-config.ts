import { parse } from 'yaml'
import { z } from 'zod'
import { CHECKS_KEYS, ChecksPlan, findChecksProblem, planChecks } from '../../contract/checks.ts'
import { Effort } from '../../contract/effort.ts'
import { PROVIDERS, parseModelName } from '../../contract/model-name.ts'
import { PUBLISH_KEYS, planRules } from '../../contract/publish-keys.ts'

/** `.github/prentice.yml`, on the default branch only. Unknown keys are errors: a typo must not pass for a setting. */
const ConfigFile = z
  .strictObject({
    base: z.string().min(1).max(255).optional(),
    model: z
      .string()
      .max(200)
      .refine((name) => parseModelName(name) !== null, {
        error: ({ input }) =>
          `${JSON.stringify(input)} is not one the action can call; write provider/model, with one of the providers ${PROVIDERS.join(', ')}`,
      })
      .optional(),
    effort: Effort.optional(),
    draft: z.boolean().optional(),
    'show-prompt': z.boolean().optional(),
    'archive-on-close': z.boolean().optional(),
    limits: z
      .strictObject({
        steps: z.int().min(1).max(1000).optional(),
        minutes: z.number().positive().max(360).optional(),
        'cost-usd': z.number().positive().max(1000).optional(),
        tokens: z.int().min(1000).max(1_000_000_000).optional(),
      })
      .optional(),
    ...PUBLISH_KEYS,
    ...CHECKS_KEYS,
  })
  .superRefine((file, context) => {
    const problem = findChecksProblem(file)
    if (problem !== null) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message })
  })

export const ProjectConfig = z.object({
  base: z.string().nullable(),
  model: z.string().nullable(),
  // A config that was stored before there was this setting lacks it.
  effort: Effort.nullable().default(null),
  draft: z.boolean(),
  showPrompt: z.boolean(),
  archiveOnClose: z.boolean(),
  limits: z.object({
    steps: z.int().nullable(),
    minutes: z.number().nullable(),
    costUsd: z.number().nullable(),
    // A config that was stored before there was this limit lacks it.
    tokens: z.int().nullable().default(null),
  }),
  allowedPaths: z.array(z.string()),
  unprotectedPaths: z.array(z.string()),
  maxFiles: z.int(),
  maxBytes: z.int(),
  instructions: z.array(z.string()),
  // A config that was stored before there were checks names none.
  checks: ChecksPlan.nullable().default(null),
})
export type ProjectConfig = z.infer<typeof ProjectConfig>

export type ParsedConfig =
  | { readonly kind: 'valid'; readonly config: ProjectConfig }
  | { readonly kind: 'invalid'; readonly detail: string }

/** `text` is `null` where the project has no config file: then everything has its default. */
export function parseProjectConfig(text: string | null): ParsedConfig {
  let raw: unknown
  try {
    raw = text === null ? {} : (parse(text, { logLevel: 'error' }) ?? {})
  } catch (error) {
    return { kind: 'invalid', detail: firstLine(error instanceof Error ? error.message : String(error)) }
  }
  const file = ConfigFile.safeParse(raw)
  if (!file.success) {
    const issue = file.error.issues[0]
    const where = issue?.path.join('.') || 'the file'
    return { kind: 'invalid', detail: `${where}: ${issue?.message ?? 'is not valid'}` }
  }
  return { kind: 'valid', config: withDefaults(file.data) }
}

function withDefaults(file: z.infer<typeof ConfigFile>): ProjectConfig {
  const { protectedPaths: instructions, ...rules } = planRules(file)
  return {
    base: file.base ?? null,
    model: file.model ?? null,
    effort: file.effort ?? null,
    draft: file.draft ?? false,
    showPrompt: file['show-prompt'] ?? false,
    archiveOnClose: file['archive-on-close'] ?? false,
    limits: {
      steps: file.limits?.steps ?? null,
      minutes: file.limits?.minutes ?? null,
      costUsd: file.limits?.['cost-usd'] ?? null,
      tokens: file.limits?.tokens ?? null,
    },
    ...rules,
    instructions,
    checks: planChecks(file),
  }
}

/** The parser shows the place below, after a colon. */
const firstLine = (text: string): string => (text.split('\n', 1)[0] ?? '').replace(/:$/, '')

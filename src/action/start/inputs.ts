import { z } from 'zod'
import { PROMPT_LIMIT } from '../../contract/job.ts'
import { EFFORTS } from '../../contract/model.ts'
import { DEFAULT_TOKENS } from '../../contract/runner-protocol/assignment.ts'
import { fail } from '../outcome/run-failure.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** GitHub passes an input that is not set as an empty string. */
const optional = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : text))

const flag = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(['', 'true', 'false'], { error: 'must be `true` or `false`' }))
  .transform((text) => text === 'true')

const effort = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.enum(['', ...EFFORTS], { error: `must be one of ${EFFORTS.join(', ')}` }))
  .transform((text) => (text === '' ? null : text))

const limit = (fallback: number, whole: boolean) =>
  z
    .string()
    .trim()
    .transform((text) => (text === '' ? fallback : Number(text)))
    .refine((value) => value > 0 && Number.isFinite(value) && (!whole || Number.isInteger(value)), {
      error: `must be a ${whole ? 'whole ' : ''}number above 0`,
    })

const appUrl = optional.transform((text, context) => {
  if (text === null) return null
  const url = URL.parse(text)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname))) {
    // The server compares the audience of the OIDC token as a string, so it has no slash at the end.
    return (url.origin + url.pathname).replace(/\/+$/, '')
  }
  context.addIssue({ code: 'custom', message: 'must be an https:// URL' })
  return z.NEVER
})

const prompt = z
  .string()
  .max(PROMPT_LIMIT, { error: `must have at most ${PROMPT_LIMIT} characters` })
  .transform((text) => (text.trim() === '' ? null : text))

/** The inputs, by their names in action.yml. */
export const Inputs = z.object({
  run: optional,
  'app-url': appUrl,
  prompt,
  model: optional,
  effort,
  ref: optional,
  draft: flag,
  'github-token': optional,
  'max-steps': limit(100, true),
  'max-minutes': limit(30, false),
  'max-cost-usd': limit(5, false),
  'max-tokens': limit(DEFAULT_TOKENS, true),
  'max-runs-per-day': limit(20, true),
})
export type Inputs = z.infer<typeof Inputs>

/** The runner passes an input as `INPUT_` and its name in upper case, hyphens included. */
export function readInputs(env: Readonly<Record<string, string | undefined>>): Inputs {
  const given = Object.fromEntries(
    Object.keys(Inputs.shape).map((name) => [name, env[`INPUT_${name.toUpperCase()}`] ?? '']),
  )
  const parsed = Inputs.safeParse(given)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `input \`${issue.path.join('.')}\` ${issue.message}`)
  throw fail('input-invalid', lines.join('; '), parsed.error)
}

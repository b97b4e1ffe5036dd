import { z } from 'zod'
import { PROMPT_LIMIT } from '../../contract/job.ts'
import { EFFORTS, MAX_FALLBACKS, parseModelName } from '../../contract/model.ts'
import { DEFAULT_TOKENS } from '../../contract/runner-protocol/assignment.ts'
import { PROTOCOL_VERSION, type RegisterRequest } from '../../contract/runner-protocol/protocol.ts'
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

/** Separated by commas or white space. */
const models = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
  .refine((names) => names.length <= MAX_FALLBACKS, { error: `must name at most ${MAX_FALLBACKS} models` })
  .superRefine((names, context) => {
    for (const name of names.filter((one) => parseModelName(one) === null))
      context.addIssue({ code: 'custom', message: `names ${name}, which is not \`provider/model\`` })
  })

/** The inputs, by their names in action.yml. */
export const Inputs = z.object({
  run: optional,
  'app-url': appUrl,
  prompt,
  model: optional,
  'fallback-models': models,
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

/** How this run gets its assignment. */
export type Mode =
  /** Dispatched by the server. */
  | { readonly kind: 'claim'; readonly appUrl: string; readonly run: string }
  /** Started by hand or by schedule: the server creates the job first. */
  | { readonly kind: 'register'; readonly appUrl: string; readonly request: RegisterRequest }
  /** No server: the assignment is built from the inputs. */
  | {
      readonly kind: 'standalone'
      /** `null`: a comment or an issue says what to do. */
      readonly prompt: string | null
      readonly model: string
      readonly token: string
    }

/** Events that say themselves what to do. */
export const ASKING_EVENTS: ReadonlySet<string> = new Set(['issue_comment', 'issues'])

/** `event`: the name of the event that started the workflow. */
export function chooseMode(inputs: Inputs, event: string): Mode {
  const appUrl = inputs['app-url']
  if (inputs.run !== null) {
    if (appUrl === null) throw fail('input-invalid', '`run` is set but `app-url` is empty: name your server')
    return { kind: 'claim', appUrl, run: inputs.run }
  }
  const { prompt } = inputs
  if (appUrl === null && ASKING_EVENTS.has(event)) return standalone(inputs, null)
  if (prompt === null) {
    throw fail(
      'input-invalid',
      '`run` and `prompt` are both empty: to start by hand, say what to do in `prompt`',
    )
  }
  if (appUrl !== null) return { kind: 'register', appUrl, request: registration(inputs, prompt) }
  return standalone(inputs, prompt)
}

function standalone(inputs: Inputs, prompt: string | null): Mode {
  if (inputs.model === null) {
    throw fail('input-invalid', '`model` is empty: without `app-url`, name it as `provider/model`')
  }
  if (inputs['github-token'] === null) {
    throw fail('input-invalid', '`github-token` is empty: leave it out to use the token of the workflow')
  }
  return { kind: 'standalone', prompt, model: inputs.model, token: inputs['github-token'] }
}

function registration(inputs: Inputs, prompt: string): RegisterRequest {
  return {
    protocol: PROTOCOL_VERSION,
    prompt,
    ...(inputs.model !== null && { model: inputs.model }),
    ...(inputs['fallback-models'].length > 0 && { fallbackModels: inputs['fallback-models'] }),
    ...(inputs.ref !== null && { ref: inputs.ref }),
    ...(inputs.draft && { draft: true }),
  }
}

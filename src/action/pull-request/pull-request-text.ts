import { closeFences } from './sanitize/close-fences.ts'
import { asOneLine, BREAK, shorten } from './sanitize/neutralize.ts'
import { type SanitizeOptions, sanitize } from './sanitize/sanitize.ts'

const TITLE_LIMIT = 120
/** GitHub takes 65,536 characters; the rest is room for its own way of counting. */
const BODY_LIMIT = 60_000
const PROMPT_LIMIT = 10_000

interface PullRequestInput extends SanitizeOptions {
  /** As the model wrote them. */
  readonly title: string
  readonly body: string
  readonly job: string
  readonly prompts: readonly string[]
  /** What the checks say, as `checksSection` gives it; `null`: there are none. */
  readonly checks: string | null
  /** New external references, as `referencesSection` gives them; `null`: there are none. */
  readonly references: string | null
  /** False: the prompt must not show on GitHub. */
  readonly showPrompt: boolean
}

export interface PullRequestText {
  readonly title: string
  readonly body: string
}

export function pullRequestText(input: PullRequestInput): PullRequestText {
  const clean = (text: string) => sanitize(text, input)
  const title = shorten(clean(asOneLine(input.title)), TITLE_LIMIT)
  const prompt = input.showPrompt ? quote(shorten(clean(input.prompts.join('\n\n')), PROMPT_LIMIT)) : null
  const footer = `---\nMade by Prentice, job \`${input.job}\`.`
  const asked = prompt === null ? null : `**Asked for**\n\n${prompt}`
  const ending = [input.references, input.checks, asked, footer].filter((part) => part !== null).join('\n\n')
  const room = BODY_LIMIT - ending.length - FENCE_ROOM
  const body = closeFences(shorten(clean(input.body).trim(), room), BREAK)
  return {
    title: title || `Changes of ${input.job}`,
    body: [...(body === '' ? [] : [body]), ending].join('\n\n'),
  }
}

function quote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

const FENCE_ROOM = 100

import { type Cleaning, cleanText } from './clean-text.ts'
import { asOneLine, shorten } from './make-inert.ts'

const TITLE_LIMIT = 120
/** GitHub takes 65,536 characters; the rest is room for its own way of counting. */
const BODY_LIMIT = 60_000
const PROMPT_LIMIT = 10_000

interface PullRequestInput extends Cleaning {
  /** As the model wrote them. */
  readonly title: string
  readonly body: string
  readonly job: string
  readonly prompts: readonly string[]
  /** What the checks say, as `writeChecks` gives it; `null`: there are none. */
  readonly checks: string | null
  /** New external references, as `writeReferences` gives them; `null`: there are none. */
  readonly references: string | null
  /** False: the prompt must not show on GitHub. */
  readonly showPrompt: boolean
}

export interface PullRequestText {
  readonly title: string
  readonly body: string
}

export function writePullRequest(input: PullRequestInput): PullRequestText {
  const clean = (text: string) => cleanText(text, input)
  const title = shorten(clean(asOneLine(input.title)), TITLE_LIMIT)
  const prompt = input.showPrompt ? quote(shorten(clean(input.prompts.join('\n\n')), PROMPT_LIMIT)) : null
  const footer = `---\nMade by Prentice, job \`${input.job}\`.`
  const asked = prompt === null ? null : `**Asked for**\n\n${prompt}`
  const ending = [input.references, input.checks, asked, footer].filter((part) => part !== null).join('\n\n')
  const body = closeFence(shorten(clean(input.body).trim(), BODY_LIMIT - ending.length - FENCE_ROOM))
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

/** Ends a code block that the text leaves open, or the footer would be part of it. */
function closeFence(text: string): string {
  let open: string | null = null
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,90}|~{3,90})(.*)$/.exec(line)
    const marks = fence?.[1]
    if (marks === undefined) continue
    if (open === null) open = marks
    else if (marks.startsWith(open) && fence?.[2]?.trim() === '') open = null
  }
  return open === null ? text : `${text}\n${open}`
}

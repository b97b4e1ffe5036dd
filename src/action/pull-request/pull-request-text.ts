import { closeFences } from '../../sanitize/close-fences.ts'
import { asOneLine, BREAK, shorten } from '../../sanitize/neutralize.ts'
import { UNDESCRIBED, UNDESCRIBED_TITLE } from '../agent/agent-host.ts'
import { type SanitizeOptions, sanitize } from './sanitize.ts'
import { hasSection, replaceSection } from './sections.ts'

const TITLE_LIMIT = 120
/** GitHub's limit is 65,536 characters; the margin allows for its way of counting. */
const BODY_LIMIT = 60_000
/** Of the quoted prompt: the marks of its lines count, since a prompt of short lines would double. */
const PROMPT_LIMIT = 10_000

/** Sections of the body, in Markdown, which each run renews. */
export interface Sections {
  /** From `filesSection`; `null`: the model said nothing of single files. */
  readonly files: string | null
  /** From `leftSection`; absent or `null`: each file of the job is changed, or it is for any. */
  readonly left?: string | null
  /** From `lfsSection`; absent or `null`: no file belongs in Git LFS. */
  readonly lfs?: string | null
  /** From `checksSection`; `null`: no checks ran. */
  readonly checks: string | null
  /** From `referencesSection`; `null`: there are no new references. */
  readonly references: string | null
  /** From `outsideSection`; absent or `null`: the agent has read nothing from outside. */
  readonly outside?: string | null
  /** From `sourcesSection`; `null`: no other repository led to the work. */
  readonly sources: string | null
  /** From `usageSection`; `null`: the model was not called. */
  readonly usage: string | null
}

interface PullRequestInput extends SanitizeOptions, Sections {
  /** As the model wrote them. */
  readonly title: string
  readonly body: string
  readonly job: string
  /** The only files that the job may change, one part of a batch; absent: any. */
  readonly onlyFiles?: readonly string[] | undefined
  readonly prompts: readonly string[]
  /** Number of the issue that GitHub closes with the pull request; `null`: none. */
  readonly closes: number | null
  /** Begins a comment that continues the job; `null`: comments do not. */
  readonly commentCommand: string | null
  /** False: the prompt must not appear on GitHub. */
  readonly showPrompt: boolean
}

export interface PullRequestText {
  readonly title: string
  readonly body: string
  /** The words of the model, with which the body begins. */
  readonly description: string
}

export function pullRequestText(input: PullRequestInput): PullRequestText {
  const clean = (text: string) => sanitize(text, input)
  const task = clean(asOneLine(taskOf(input.onlyFiles)))
  const said = clean(asOneLine(input.title))
  const title =
    said === '' || task === ''
      ? shorten(said, TITLE_LIMIT)
      : `${shorten(said, TITLE_LIMIT - task.length - 1)} ${task}`
  const prompt = input.showPrompt ? shorten(quote(clean(input.prompts.join('\n\n'))), PROMPT_LIMIT) : null
  const footer = `---\nMade by Prentice, job \`${input.job}\`.${howToContinue(input.commentCommand)}`
  const promptSection = prompt === null ? null : `**Prompt**\n\n${prompt}`
  const closes = input.closes === null ? null : `Closes #${input.closes}`
  const ending = [
    input.files,
    input.left ?? null,
    closes,
    input.outside ?? null,
    input.sources,
    input.lfs ?? null,
    input.references,
    input.checks,
    promptSection,
    input.usage,
    footer,
  ]
    .filter((part) => part !== null)
    .join('\n\n')
  const limit = BODY_LIMIT - ending.length - FENCE_ROOM
  const body = closeFences(shorten(clean(input.body).trim(), limit), BREAK)
  return {
    title: title || `Changes of ${input.job}`,
    body: [...(body === '' ? [] : [body]), ending].join('\n\n'),
    description: body,
  }
}

const MOST_OF_TASK = 60

/**
 * The part of a batch that the pull request is for: the models of its jobs, which all have the same prompt, often write the
 * same title. Pure.
 */
function taskOf(files: readonly string[] = []): string {
  const [first] = files
  if (first === undefined) return ''
  const names = first.split('/')
  const shared = names.slice(0, -1).filter((_, at) => {
    const start = `${names.slice(0, at + 1).join('/')}/`
    return files.every((path) => path.startsWith(start))
  })
  const place = files.length === 1 ? first : shared.join('/')
  const shown = place.length > MOST_OF_TASK ? `…${place.slice(-MOST_OF_TASK).toWellFormed()}` : place
  const count =
    files.length === 1
      ? ''
      : `${shown === '' ? `${names.at(-1)} and ${files.length - 1} more` : `, ${files.length} files`}`
  return `(${shown}${count})`
}

const howToContinue = (command: string | null): string =>
  command === null ? '' : ` To change it, begin a comment with \`${command}\` and say what to change.`

function quote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

const FENCE_ROOM = 100

/** The body of an earlier turn with the newest sections. Pure. */
export function renewSections(
  body: string,
  { files, left = null, lfs = null, checks, outside = null, references, sources, usage }: Sections,
): string {
  // A person may have removed it.
  const listed = hasSection(body, 'files') ? replaceSection(body, 'files', files) : body
  const warned = outside === null ? listed : replaceSection(listed, 'outside', outside)
  const named = sources === null ? warned : replaceSection(warned, 'sources', sources)
  const renewed = replaceSection(
    replaceSection(replaceSection(named, 'left', left), 'lfs', lfs),
    'references',
    references,
  )
  const checked = checks === null ? renewed : replaceSection(renewed, 'checks', checks)
  return usage !== null && hasSection(body, 'usage') ? replaceSection(checked, 'usage', usage) : checked
}

interface Description {
  readonly title: string
  readonly body: string
}

/**
 * Title and body of a pull request, with the newest description in place of that of a run that ended before its agent could
 * describe the work. All that anybody else wrote stays. Pure.
 */
export function renewDescription(shown: Description, newest: Description): Description {
  if (!shown.body.startsWith(UNDESCRIBED)) return { title: renewTitle(shown, newest), body: shown.body }
  const rest = shown.body.replace(/^.*/, '').trimStart()
  return {
    title: renewTitle(shown, newest),
    body: [newest.body, rest].filter((part) => part !== '').join('\n\n'),
  }
}

const renewTitle = (shown: Description, newest: Description): string =>
  shown.title === UNDESCRIBED_TITLE || shown.title.startsWith(`${UNDESCRIBED_TITLE} (`)
    ? newest.title
    : shown.title

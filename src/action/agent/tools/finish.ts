import { z } from 'zod'
import type { Mode } from '../../../contract/job.ts'
import { FINDING_LENGTH, Finding, MAX_FINDINGS } from '../../../contract/review.ts'
import { CHANGED_FILE_LENGTH } from '../../../contract/run.ts'
import { type FileNote, MAX_FILE_NOTES } from '../../../contract/runner-protocol/result.ts'
import { cutHead } from '../../../contract/text.ts'
import type { ToolSpec } from '../../models/tool-calls/tool-spec.ts'
import { outputField } from './output.ts'

const WHY_LENGTH = 200

const fields = {
  title: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\r\n]*$/, { error: 'must be one line' })
    .describe('Title of the pull request: one line, imperative, at most 72 characters if possible'),
  body: z.string().max(30_000).describe('Description of the pull request in Markdown: what changed and why'),
  files: z
    .array(z.object({ path: z.string(), why: z.string() }))
    .describe('Why each file changed, in one line'),
  commit_message: z.string().trim().min(1).max(5000).describe('Subject, empty line, body'),
  summary: z
    .string()
    .trim()
    .min(1)
    .max(8000)
    .describe('For the person who asked: what was done, what was not, what to check'),
  no_change: z.boolean().optional().describe('True if no file had to change'),
}

/** What is too long is cut: it is no reason to ask the model again. */
const FileNotes = fields.files.catch([]).transform((notes) =>
  notes
    .filter(({ path, why }) => path.length <= CHANGED_FILE_LENGTH && why.trim() !== '')
    .slice(0, MAX_FILE_NOTES)
    .map(({ path, why }): FileNote => ({ path, why: cutHead(why.trim(), WHY_LENGTH) })),
)

/** The text of the pull request and its commit. Without a commit message, the title is used. */
export const Finish = z
  .object({ ...fields, files: FileNotes, commit_message: fields.commit_message.optional() })
  .transform(({ commit_message, ...rest }) => ({ ...rest, commit_message: commit_message ?? rest.title }))
export type Finish = z.output<typeof Finish> & {
  /** Absent if none is asked for. */
  readonly output?: unknown
  /** Of a review; otherwise none. */
  readonly findings?: readonly Finding[] | undefined
}

interface FinishTool extends ToolSpec {
  readonly input: z.ZodObject
}

/** It ends the work, so the agent's loop handles it. */
export const finishTool: FinishTool = {
  name: 'finish',
  description: 'End the work, when all of it is done and checked, or when nothing can be done.',
  // What the model is asked for is stricter than what is accepted.
  input: z.object(fields),
}

const summaryOf = (what: string) => fields.summary.describe(what)

const ANSWER = summaryOf(
  'The answer, in Markdown, for the person who asked, at most 8000 characters: the answer first, then the reasons, with paths and lines',
)
const PLAN = summaryOf(
  'The plan, in Markdown, for the person who asked, at most 8000 characters, under the headings of the plan',
)

/** How the work ends: the tool that the model calls, and how its input is read. */
export interface Ending {
  readonly tool: FinishTool
  readonly input: z.ZodType<Finish>
}

const CHANGE: Ending = { tool: finishTool, input: Finish }

const endingWith = (summary: typeof fields.summary): Ending => ({
  tool: {
    name: finishTool.name,
    description: 'End the work with its result, which the person reads.',
    input: z.object({ summary }),
  },
  input: z.object({ summary }).transform((read) => ({ ...NO_WORDS, ...read, no_change: true })),
})

/** Nothing is published, so nothing has to be described for it. */
const NO_WORDS = { title: '', body: '', files: [], commit_message: '' }

const REVIEW = summaryOf(
  'For the author of the pull request, in Markdown, at most 3000 characters: what it does, and how good it is as a whole. Do not repeat the findings',
)

const findings = z
  .array(
    z.object({
      path: z.string(),
      line: z.int().describe('Number in the new version of the file'),
      start_line: z.int().optional().describe('First line, if it is about several'),
      text: z.string().describe('What is wrong, when it goes wrong, and what to do, at most 2000 characters'),
      suggestion: z
        .string()
        .optional()
        .describe(
          'Only with an exact fix: the new text of all lines from start_line to line, with their indentation and without any line around them',
        ),
    }),
  )
  .describe(`At most ${MAX_FINDINGS}, the worst first; empty if nothing is wrong`)

/** What does not fit is cut or left out: it is no reason to ask the model again. */
const Findings = z
  .array(z.unknown())
  .catch([])
  .transform((given) => given.flatMap(readFinding).slice(0, MAX_FINDINGS))

const Given = z.object({
  path: z.string().trim(),
  line: z.coerce.number(),
  start_line: z.coerce.number().nullish().catch(null),
  text: z.string().trim(),
  suggestion: z.string().nullish().catch(null),
})

function readFinding(given: unknown): Finding[] {
  const read = Given.safeParse(given)
  if (!read.success) return []
  const { start_line: startLine, suggestion, text, ...place } = read.data
  const finding = Finding.safeParse({
    ...{ ...place, text: cutHead(text, FINDING_LENGTH) },
    ...(startLine != null && startLine !== place.line && { startLine }),
    ...(suggestion != null && suggestion.length <= FINDING_LENGTH && { suggestion }),
  })
  return finding.success ? [finding.data] : []
}

const REVIEWED: Ending = {
  tool: {
    name: finishTool.name,
    description: 'End the review with its result, which is posted on the pull request.',
    input: z.object({ summary: REVIEW, findings }),
  },
  input: z
    .object({ summary: REVIEW, findings: Findings })
    .transform((read) => ({ ...NO_WORDS, ...read, no_change: true })),
}

const ENDINGS: Readonly<Record<Mode, Ending>> = {
  ask: endingWith(ANSWER),
  plan: endingWith(PLAN),
  review: REVIEWED,
}

/** `hasOutput`: whether an output is asked for, which `OutputTaker` reads. Pure. */
export function endingOf(mode: Mode | undefined, hasOutput = false): Ending {
  const ending = mode === undefined ? CHANGE : ENDINGS[mode]
  if (!hasOutput) return ending
  return { ...ending, tool: { ...ending.tool, input: ending.tool.input.extend({ output: outputField }) } }
}

const TITLE_LENGTH = 72

/**
 * Takes plain text in place of a call of finish. The model wrote it for the person who asked: if the task is
 * confidential, or has a mode, nothing of it is for the public. Pure.
 */
export function finishFromText(
  text: string,
  { confidential, mode }: { readonly confidential: boolean; readonly mode?: Mode | undefined },
): Finish {
  const summary = cutHead(text.trim(), 8000)
  if (confidential || mode !== undefined) return { ...NO_WORDS, summary }
  const title = titleOf(summary)
  return { title, body: summary, files: [], commit_message: title, summary }
}

function titleOf(text: string): string {
  const [first = ''] = text.split('\n')
  const plain = first.replace(/^[#*\s]+/, '').trim()
  const title = plain.length > TITLE_LENGTH ? `${cutHead(plain, TITLE_LENGTH - 1).trimEnd()}…` : plain
  return /^…?$/.test(title) ? 'Changes by Prentice' : title
}

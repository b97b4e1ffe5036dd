import { z } from 'zod'
import { CHANGED_FILE_LENGTH } from '../../../contract/run.ts'
import { type FileNote, MAX_FILE_NOTES } from '../../../contract/runner-protocol/result.ts'
import { cutHead } from '../../../contract/text.ts'
import type { ToolSpec } from '../../models/tool-calls/tool-spec.ts'

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
export type Finish = z.output<typeof Finish>

/** It ends the work, so the agent's loop handles it. */
export const finishTool: ToolSpec = {
  name: 'finish',
  description: 'End the work, when all of it is done and checked, or when nothing can be done.',
  // What the model is asked for is stricter than what is accepted.
  input: z.object(fields),
}

const TITLE_LENGTH = 72

/**
 * Takes plain text in place of a call of finish. The model wrote it for the person who asked: if the task is
 * confidential, nothing of it is for the public. Pure.
 */
export function finishFromText(text: string, { confidential }: { readonly confidential: boolean }): Finish {
  const summary = cutHead(text.trim(), 8000)
  if (confidential) return { title: '', body: '', files: [], commit_message: '', summary }
  const title = titleOf(summary)
  return { title, body: summary, files: [], commit_message: title, summary }
}

function titleOf(text: string): string {
  const [first = ''] = text.split('\n')
  const plain = first.replace(/^[#*\s]+/, '').trim()
  const title = plain.length > TITLE_LENGTH ? `${cutHead(plain, TITLE_LENGTH - 1).trimEnd()}…` : plain
  return /^…?$/.test(title) ? 'Changes by Prentice' : title
}

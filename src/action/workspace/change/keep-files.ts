import { UTF_8 } from '../../text/encoding/codec.ts'
import { decodeText } from '../../text/encoding/decode-text.ts'
import { countOf } from '../../text/format.ts'
import { type EditContext, findSizeProblem } from '../files/edit-context.ts'
import { findIgnored } from '../files/ls-files.ts'
import { findCharset, LARGE_LIMIT, readBytes } from '../files/read-text.ts'
import type { ResolvedPath } from '../files/resolve-path.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { applyTransaction, type FileChange } from './transaction.ts'

/** A file that a command has changed, and that is to become part of the work. */
export type ForeignFile =
  | { readonly kind: 'file'; readonly path: string; readonly executable: boolean; readonly bytes: Uint8Array }
  | { readonly kind: 'deleted'; readonly path: string }
  /** `why` follows the path. */
  | { readonly kind: 'unfit'; readonly path: string; readonly why: string }

const MAX_NAMED = 10

/**
 * Takes over what a command has made of files: all of it or, if a rule of edits forbids any part, none. The model has not
 * read the new content. Files that git ignores are left out.
 */
export async function keepFiles(editing: EditContext, found: readonly ForeignFile[]): Promise<ToolResult> {
  const paths = found.map(({ path }) => path)
  const ignored = (await findIgnored(editing.git, paths)) ?? new Set()
  const named = found.filter(({ path }) => !ignored.has(path))
  const judged: Judged[] = []
  for (const file of named) judged.push(await judge(editing, file))
  const problems = judged.flatMap((one) => (one.kind === 'refused' ? [one.problem] : []))
  const changes = judged.flatMap((one) => (one.kind === 'change' ? [one.change] : []))
  const total = changes.reduce((sum, change) => sum + sizeOf(change), 0)
  if (total > editing.maxBytes)
    problems.push(
      `The files have ${total} bytes together, and \`max-bytes\` in the project settings is ${editing.maxBytes}.`,
    )
  if (problems.length > 0) {
    const more = problems.length > MAX_NAMED ? [`And ${problems.length - MAX_NAMED} more.`] : []
    return refused(['Nothing was kept.', ...problems.slice(0, MAX_NAMED), ...more].join('\n'))
  }
  await applyTransaction(editing, changes)
  for (const { file } of changes) editing.readFiles.forget(file.absolute)
  const notes = judged.flatMap((one) => (one.kind === 'change' && one.note !== null ? [one.note] : []))
  return done([describeKept(changes), ...notes, ...describeIgnored(ignored.size)].join('\n'))
}

type Judged =
  | { readonly kind: 'change'; readonly change: FileChange; readonly note: string | null }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly problem: string }

const UNCHANGED: Judged = { kind: 'unchanged' }
const refuse = (problem: string): Judged => ({ kind: 'refused', problem })

async function judge(editing: EditContext, found: ForeignFile): Promise<Judged> {
  const { path } = found
  if (found.kind === 'unfit') return refuse(`${path} ${found.why}`)
  if (path.includes('\ufffd')) return refuse(`${path} has a name that is not UTF-8.`)
  const lookup = await editing.locate(path, found.kind === 'deleted' ? 'entry' : 'file')
  if (!lookup.ok) return refuse(lookup.problem)
  const { file } = lookup
  if (editing.isForeign(file.path))
    return refuse(`${file.path} was there, outside of the repository, before you started. Leave it alone.`)
  if (found.kind === 'file') return judgeFile(editing, file, found)
  if (file.stats === null || file.stats.isDirectory()) return UNCHANGED
  return { kind: 'change', change: { kind: 'delete', file }, note: null }
}

async function judgeFile(
  editing: EditContext,
  file: ResolvedPath,
  { bytes, executable }: Extract<ForeignFile, { kind: 'file' }>,
): Promise<Judged> {
  const { path, stats } = file
  if (stats !== null && !stats.isFile()) return refuse(`${path} is not a regular file in the repository.`)
  const problem = findSizeProblem(editing, path, { size: bytes.length, limit: LARGE_LIMIT })
  if (problem !== null) return refuse(problem)
  const before = stats === null || stats.size > LARGE_LIMIT ? null : await readBytes(file)
  const wasExecutable = stats !== null && (stats.mode & 0o100) !== 0
  // A script that becomes a program of another kind is a new executable.
  const mayExecute = isScript(bytes)
    ? wasExecutable || editing.mayMakeExecutable
    : wasExecutable && before !== null && !isScript(before)
  const becomes = executable && mayExecute
  const note =
    executable && !mayExecute ? `${path} is kept without its executable bit. ${HOW_TO_ALLOW}` : null
  if (stats === null) {
    const change = { kind: 'create', file, bytes, ...(becomes && { executable: true }) } as const
    return { kind: 'change', change, note }
  }
  if (before === null) return refuse(`${path} is too large, or was replaced meanwhile.`)
  if (becomes === wasExecutable && before.equals(bytes)) return UNCHANGED
  const loss = await findEncodingLoss(editing, file, { before, after: bytes })
  if (loss !== null) return refuse(loss)
  const mode = becomes === wasExecutable ? {} : { executable: becomes }
  return { kind: 'change', change: { kind: 'replace', file, bytes, ...mode }, note }
}

const HOW_TO_ALLOW =
  'New executable files are published only with `executable-scripts: true` in the project settings, and only scripts; say in the body that the file needs it.'

const isScript = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 2)).toString('latin1') === '#!'

/** Many formatters and generators take every file for UTF-8, and write what they cannot read as `�`. */
async function findEncodingLoss(
  { root }: EditContext,
  { path, absolute }: ResolvedPath,
  { before, after }: { readonly before: Buffer; readonly after: Uint8Array },
): Promise<string | null> {
  const charset = () => findCharset(root, absolute)
  const was = await decodeText(before, charset)
  if (!was.ok || !/\P{ASCII}/u.test(was.text.text)) return null
  const is = await decodeText(Buffer.from(after), charset)
  const { codec } = was.text
  if (is.ok && is.text.codec === codec && countLost(after) <= countLost(before)) return null
  const what = codec === UTF_8 ? 'has characters' : `is in ${codec.name}, and has text`
  return `${path} ${what} that the command has written in another encoding, or lost. Keep other files, and edit this one.`
}

const REPLACEMENT = Buffer.from('\ufffd')

function countLost(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes)
  let count = 0
  for (let at = buffer.indexOf(REPLACEMENT); at !== -1; at = buffer.indexOf(REPLACEMENT, at + 1)) count += 1
  return count
}

const sizeOf = (change: FileChange): number =>
  change.kind === 'create' || change.kind === 'replace' ? change.bytes.length : 0

const VERBS = { create: 'created', replace: 'changed', delete: 'deleted', move: 'moved' } as const

function describeKept(changes: readonly FileChange[]): string {
  if (changes.length === 0) return 'Nothing to keep: the command changed none of the files that keep names.'
  const shown = changes.slice(0, MAX_NAMED).map(({ kind, file }) => `${file.path} (${VERBS[kind]})`)
  const more = changes.length > MAX_NAMED ? ` and ${changes.length - MAX_NAMED} more` : ''
  return `Kept ${countOf(changes.length, 'file')}: ${shown.join(', ')}${more}. You have not read the new content.`
}

const describeIgnored = (count: number): string[] =>
  count === 0 ? [] : [`${countOf(count, 'file')} that git ignores: left out.`]

import { findMoveProblem } from '../change/find-move-problem.ts'
import { findNewExecutable } from '../change/make-executable.ts'
import type { FileChange } from '../change/transaction.ts'
import { describeElision, findElision } from '../edit/elision.ts'
import { describeStep, findUnwritable } from '../edit/replace-text.ts'
import { showChange } from '../edit/show-change.ts'
import { type EditContext, findStale, loadToChange, nameTooLarge } from '../files/edit-context.ts'
import { SIZE_LIMIT } from '../files/read-text.ts'
import type { Place, ResolvedPath } from '../files/resolve-path.ts'
import { encodeText } from '../files/text-encoding.ts'
import { applyHunks } from './apply-hunks.ts'
import type { Section } from './parse-v4a.ts'

/** A change that the patch asks for, and what the model is told of it. */
export interface AppliedSection {
  readonly change: FileChange
  readonly report: string
}

export type Draft =
  | { readonly ok: true; readonly drafted: AppliedSection }
  | { readonly ok: false; readonly problem: string }

/** Finds and checks what one section of a patch changes, after what `before` will have changed; writes nothing. */
export async function applySection(
  editing: EditContext,
  section: Section,
  before: readonly AppliedSection[],
): Promise<Draft> {
  const located = await locateNamed(editing, section)
  if (!located.ok) return located
  const { place } = located
  const earlier = before.findLast(({ change }) => touches(change, place))?.change
  if (earlier !== undefined && !(section.kind === 'update' && earlier.kind === 'replace')) {
    return refuse(
      earlier.kind === 'delete' && section.kind === 'add'
        ? `${place.path} is deleted and added again. Replace all of it with write, or parts with *** Update File:.`
        : `${place.path} is changed by two sections. Make them one.`,
    )
  }
  switch (section.kind) {
    case 'add':
      return draftAddition(place, section.lines)
    case 'delete':
      return draftDeletion(editing, place)
    case 'update': {
      const to = section.to === null ? null : await editing.locate(section.to)
      if (to !== null && !to.ok) return to
      if (to !== null && before.some(({ change }) => touches(change, to.place))) {
        return refuse(`${to.place.path} is changed by two sections. Make them one.`)
      }
      return draftUpdate(editing, { place, to: to?.place ?? null, section, earlier })
    }
  }
}

const refuse = (problem: string): { readonly ok: false; readonly problem: string } => ({ ok: false, problem })

const touches = (change: FileChange, { absolute }: Place): boolean =>
  change.place.absolute === absolute || (change.kind === 'move' && change.to.absolute === absolute)

/** `a/` and `b/` stand before the paths of git's patches; they are dropped where only that finds a file. */
async function locateNamed(editing: EditContext, { kind, path }: Section): Promise<ResolvedPath> {
  const as = kind === 'delete' ? 'entry' : 'file'
  const located = await editing.locate(path, as)
  if (kind === 'add' || !located.ok || located.place.stats !== null || !/^[ab]\//.test(path)) return located
  const without = await editing.locate(path.slice(2), as)
  return without.ok && without.place.stats !== null ? without : located
}

function draftAddition(place: Place, lines: readonly string[]): Draft {
  if (place.stats !== null) return refuse(`${place.path} exists already. Change it with *** Update File:.`)
  const text = lines.map((line) => `${line}\n`).join('')
  const omission = findElision(text, '')
  if (omission !== null) return refuse(`${place.path}: ${describeElision(omission)}`)
  const unwritable = findUnwritable(text, `${place.path}: the text`)
  if (unwritable !== null) return refuse(unwritable)
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length > SIZE_LIMIT) return refuse(nameTooLarge(place.path, bytes.length))
  return drafted({ kind: 'create', place, bytes }, `Added ${place.path}.`)
}

async function draftDeletion(editing: EditContext, place: Place): Promise<Draft> {
  if (place.stats === null) return refuse(`${place.path} does not exist: nothing to delete.`)
  if (place.stats.isDirectory()) return refuse(`${place.path} is a folder. Delete it with delete.`)
  if (!place.stats.isFile() && !place.stats.isSymbolicLink())
    return refuse(`${place.path} is not a regular file and cannot be deleted.`)
  const stale = await findStale(editing, place)
  return stale === null ? drafted({ kind: 'delete', place }, `Deleted ${place.path}.`) : refuse(stale)
}

interface Update {
  readonly place: Place
  readonly to: Place | null
  readonly section: Extract<Section, { kind: 'update' }>
  /** What a section before this one makes of the file. */
  readonly earlier: FileChange | undefined
}

async function draftUpdate(editing: EditContext, update: Update): Promise<Draft> {
  const { place, to, section, earlier } = update
  const moving =
    to === null
      ? null
      : (findMoveProblem(place, to) ?? findNewExecutable(editing, place) ?? (await findStale(editing, place)))
  if (moving !== null) return refuse(moving)
  const moved = to === null ? '' : ` and moved it to ${to.path}`
  if (to !== null && section.hunks.length === 0) {
    const bytes = earlier?.kind === 'replace' ? earlier.bytes : null
    return drafted({ kind: 'move', place, to, bytes }, `Moved ${place.path} to ${to.path}.`)
  }
  const hunked = await applyTo(editing, update)
  if (!hunked.ok) return hunked
  const { bytes, report } = hunked
  if (bytes.length > SIZE_LIMIT) return refuse(nameTooLarge(place.path, bytes.length))
  const change: FileChange =
    to === null ? { kind: 'replace', place, bytes } : { kind: 'move', place, to, bytes }
  return drafted(change, `Updated ${place.path}${moved}${report}`)
}

type Hunked =
  | { readonly ok: true; readonly bytes: Buffer; readonly report: string }
  | { readonly ok: false; readonly problem: string }

async function applyTo(editing: EditContext, { place, section, earlier }: Update): Promise<Hunked> {
  const loaded = await loadToChange(editing, place)
  if (!loaded.ok) return refuse(loaded.problem)
  const lines = section.hunks.flatMap((hunk) => hunk.lines)
  const textOf = (kinds: readonly string[]) =>
    lines.flatMap(({ kind, text }) => (kinds.includes(kind) ? [text] : [])).join('\n')
  const added = textOf(['added'])
  const omission = findElision(added, textOf(['kept', 'removed']))
  if (omission !== null) return refuse(`${place.path}: ${describeElision(omission)}`)
  const unwritable = findUnwritable(added, `${place.path}: the new text`)
  if (unwritable !== null) return refuse(unwritable)
  const exactOnly = editing.known.judge(place.absolute, loaded.bytes) === 'unread'
  const text = earlier?.kind === 'replace' ? decodeEarlier(earlier.bytes) : loaded.text.text
  const applied = applyHunks(text, section.hunks, { exactOnly })
  if (!applied.ok) return refuse(`${place.path}: ${applied.problem}`)
  const bytes = encodeText({ text: applied.text, bom: loaded.text.bom })
  const where = ` at line${applied.ranges.length === 1 ? '' : 's'} ${applied.ranges.map(({ from }) => from + 1).join(', ')}`
  const loose = applied.ranges.filter((_, index) => applied.steps[index] !== 'exact')
  const step = applied.steps.find((one) => one !== 'exact')
  const seen =
    step === undefined
      ? '.'
      : `, where ${describeStep(step)}. It reads now:\n${showChange(applied.text, loose)}`
  return { ok: true, bytes, report: `${where}${seen}` }
}

/** Without the byte order mark, which the file keeps. */
const decodeEarlier = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes)

const drafted = (change: FileChange, report: string): Draft => ({ ok: true, drafted: { change, report } })

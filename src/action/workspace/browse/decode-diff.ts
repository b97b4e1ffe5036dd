import type { Git } from '../../git/process/git.ts'
import { UTF_8 } from '../../text/encoding/codec.ts'
import { decodeText } from '../../text/encoding/decode-text.ts'

export interface DiffSources {
  readonly git: Git
  /** The content of a file by its id; `null`: it is too large. */
  readonly readBlob: (id: string) => Promise<Buffer | null>
  /** The `charset` of `.editorconfig` for a path; `null`: none. */
  readonly findCharset: (path: string) => Promise<string | null>
}

/** Each is decoded and written into the git directory of the run. */
const MAX_FILES = 50
const LIMITS = { timeoutMs: 20_000, maxBytes: 256 * 1024 }
/** Of all that is decoded, in characters: no file is begun after that. */
const MAX_LENGTH = 128 * 1024
const NO_FILE = /^0+$/

/**
 * A patch with the text of files that are not UTF-8. git compares bytes: it shows UTF-16 as a binary file, and characters
 * of other encodings as they are in the file. `listRaw` lists the changes of the patch, as `--raw -z --no-abbrev` does.
 */
export async function decodeDiff(
  sources: DiffSources,
  patch: string,
  listRaw: () => Promise<string>,
): Promise<string> {
  const sections = patch.split(/^(?=diff --git )/m)
  const undecoded = sections.filter(isUndecoded).slice(0, MAX_FILES)
  if (undecoded.length === 0) return patch
  const changes = readChanges(await listRaw())
  const decoded = new Map<string, string>()
  let room = MAX_LENGTH
  for (const section of undecoded) {
    if (room <= 0) break
    const text = await decodeSection(sources, section, changes)
    if (text === null) continue
    decoded.set(section, text)
    room -= text.length
  }
  return sections.map((section) => decoded.get(section) ?? section).join('')
}

const isUndecoded = (section: string): boolean =>
  section.startsWith('diff --git ') && (/^Binary files /m.test(section) || section.includes('\ufffd'))

interface RawChange {
  readonly path: string
  readonly ids: readonly [before: string, after: string]
}

function readChanges(raw: string): RawChange[] {
  const changes: RawChange[] = []
  const fields = raw.split('\0')
  for (let at = 0; at < fields.length; ) {
    const [, before, after, status = ''] =
      /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])/.exec(fields[at] ?? '') ?? []
    // A renamed or copied file has two paths.
    const length = /[RC]/.test(status) ? 3 : 2
    const path = fields[at + length - 1]
    if (before === undefined || after === undefined || path === undefined) return changes
    changes.push({ path, ids: [before, after] })
    at += length
  }
  return changes
}

/** `null`: no change is needed, because a version of the file is binary or too large, or both are UTF-8. */
async function decodeSection(
  sources: DiffSources,
  section: string,
  changes: readonly RawChange[],
): Promise<string | null> {
  const [, from = '', to = ''] = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/m.exec(section) ?? []
  const change = changes.find(({ ids: [before, after] }) => before.startsWith(from) && after.startsWith(to))
  if (from === '' || change === undefined) return null
  const [before, after] = await Promise.all(change.ids.map((id) => decodeVersion(sources, id, change.path)))
  if (before == null || after == null) return null
  const encodings = [...new Set([before, after].flatMap(({ encoding }) => encoding ?? []))]
  if (encodings.every((name) => name === UTF_8.name)) return null
  const hunks = await compare(sources.git, before.text, after.text)
  if (hunks === null) return null
  const head = section.slice(0, section.search(/^(?:--- |Binary files )/m))
  return `${head}(${encodings.join(', then ')}, shown as text)\n${hunks}`
}

interface Version {
  readonly text: string
  /** `null`: there is no such file. */
  readonly encoding: string | null
}

async function decodeVersion(
  { readBlob, findCharset }: DiffSources,
  id: string,
  path: string,
): Promise<Version | null> {
  if (NO_FILE.test(id)) return { text: '', encoding: null }
  const bytes = await readBlob(id)
  const decoded = bytes === null ? null : await decodeText(bytes, () => findCharset(path))
  if (!decoded?.ok) return null
  return { text: decoded.text.text, encoding: decoded.text.codec.name }
}

/** The hunks between two texts; `null`: git failed. */
async function compare(git: Git, before: string, after: string): Promise<string | null> {
  const ids = []
  for (const input of [before, after]) {
    const { code, stdout } = await git(['hash-object', '-w', '--stdin'], { input, ...LIMITS })
    if (code !== 0) return null
    ids.push(stdout.trim())
  }
  const { code, stdout, cut } = await git(
    ['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--text', ...ids],
    LIMITS,
  )
  if (code !== 0) return null
  const at = stdout.search(/^@@ /m)
  if (at === -1) return 'Only the encoding or its mark differs.\n'
  return cut ? `${stdout.slice(at)}\n[cut here]\n` : stdout.slice(at)
}

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Git, GitResult } from '../git/git.ts'
import { type Attempt, done, refused } from './attempt.ts'
import { toPathspecs, type Where } from './to-pathspecs.ts'

const ENTRIES = 1000
const TIMEOUT_MS = 20_000
/** To look for so many files takes less than to start another git. */
const FEW = 2500

interface Listing {
  readonly git: Git
  /** Absolute path of the work tree. */
  readonly root: string
}

/** Files that git tracks or would add and that are there. */
export async function listFiles(listing: Listing, where: Where): Promise<Attempt> {
  const present = await (where.glob === undefined ? listBoth(listing, where) : listMatching(listing, where))
  if (!present.ok) return refused(`The list failed: ${present.problem.trim().slice(0, 300)}`)
  const found = new Set(present.files)
  if (found.size === 0) return done('No file matches. Ignored files are not listed.')
  const shown = found.size > ENTRIES ? fold([...found], where.isGlob ? '' : where.path) : [...found]
  const left = shown.length - ENTRIES
  const notes = [
    ...(found.size > ENTRIES
      ? [`[${found.size} files; folders are folded. List one of them by its path.]`]
      : []),
    ...(left > 0 ? [`[${left} more entries were left out. Narrow the path or the pattern.]`] : []),
    ...(present.cut ? ['[The list was cut; there are more files.]'] : []),
  ]
  return done([...shown.slice(0, ENTRIES), ...notes].join('\n'))
}

type Present =
  | { readonly ok: true; readonly files: readonly string[]; readonly cut: boolean }
  | { readonly ok: false; readonly problem: string }

const listKnown = ({ git }: Listing, where: Where) =>
  git(['ls-files', '-co', '--exclude-standard', '-z', '--', ...toPathspecs(where)], { timeoutMs: TIMEOUT_MS })

/** Files that are deleted in the work tree but still in the index. */
const listDeleted = ({ git }: Listing, where: Where) =>
  git(['ls-files', '-d', '-z', '--', ...toPathspecs(where)], { timeoutMs: TIMEOUT_MS })

async function listBoth(listing: Listing, where: Where): Promise<Present> {
  const [known, deleted] = await Promise.all([listKnown(listing, where), listDeleted(listing, where)])
  return without(known, deleted)
}

/** A glob mostly leaves few files, and git would look for each that it tracks, whether it matches or not. */
async function listMatching(listing: Listing, where: Where): Promise<Present> {
  const known = await listKnown(listing, where)
  const files = namesIn(known)
  if (files.length > FEW) return without(known, await listDeleted(listing, where))
  if (isFailed(known)) return { ok: false, problem: known.stderr }
  // A name that is not UTF-8 cannot be looked up; it is taken for what git says.
  const isThere = (file: string) =>
    file.includes('\ufffd') || lstatSync(join(listing.root, file), { throwIfNoEntry: false }) !== undefined
  return { ok: true, files: files.filter(isThere), cut: known.cut }
}

function without(known: GitResult, deleted: GitResult): Present {
  const failed = [known, deleted].find(isFailed)
  if (failed !== undefined) return { ok: false, problem: failed.stderr }
  const gone = new Set(namesIn(deleted))
  const files = namesIn(known)
  return {
    ok: true,
    files: gone.size === 0 ? files : files.filter((file) => !gone.has(file)),
    cut: known.cut,
  }
}

const isFailed = ({ code, cut }: GitResult): boolean => code !== 0 && !cut

const namesIn = ({ stdout }: GitResult): string[] => stdout.split('\0').filter((name) => name !== '')

function fold(files: readonly string[], path: string): string[] {
  const start = path === '' ? 0 : path.length + 1
  const counts = new Map<string, number>()
  for (const file of files) {
    const slash = file.indexOf('/', start)
    const entry = slash === -1 ? file : file.slice(0, slash + 1)
    counts.set(entry, (counts.get(entry) ?? 0) + 1)
  }
  return [...counts].map(([entry, count]) => (entry.endsWith('/') ? `${entry} (${count} files)` : entry))
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { foldLetters, foldPath } from '../../text/fold.ts'
import { pathAsText } from '../checkout/list-paths.ts'
import { listEntries, readBlobs } from '../checkout/read-tree-files.ts'
import { must, type Repository } from '../process/repository.ts'

// Egress: writes the HEAD of an empty git folder outside the workspace.

type Asked = Pick<Repository, 'git' | 'gitBytes' | 'gitFixed' | 'gitDir'>

/** Returns the git filter of each path that has one. */
export type FindFilters = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>

export const LFS = 'lfs'

/**
 * Finds the filters that `.gitattributes` of any of the trees assigns to paths, whether there are such files or not. A filter
 * other than that of Git LFS comes first, and counts for every spelling of a path that some file system treats as the same.
 */
export async function openFilters(repository: Asked, trees: readonly string[]): Promise<FindFilters> {
  const copies = new Map<string, Copy>()
  for (const tree of new Set(trees)) {
    const files = await listAttributes(repository, tree)
    const exact = files.filter(({ path }) => /(?:^|\/)\.gitattributes$/.test(path))
    const folded = foldFiles(files)
    if (folded.length > MOST_SPELLINGS) return async (paths) => new Map(paths.map((path) => [path, TOO_MANY]))
    for (const copy of [{ files: exact, isFolded: false }, ...folded])
      if (copy.files.length > 0) copies.set(JSON.stringify(copy), copy)
  }
  const places: { readonly place: string; readonly isFolded: boolean }[] = []
  for (const copy of copies.values())
    places.push({ place: await copyAttributes(repository, copy), isFolded: copy.isFolded })
  return async (paths) => {
    const filters = new Map<string, string>()
    if (paths.length === 0) return filters
    const folded = paths.map(foldPath)
    for (const { place, isFolded } of places) {
      const exact = isFolded ? [] : await askForFilters(repository, place, { paths, ignoreCase: false })
      const spellings = isFolded ? folded : [...paths, ...folded]
      const loose = await askForFilters(repository, place, { paths: spellings, ignoreCase: true })
      for (const [at, path] of paths.entries()) {
        const found = [exact[at], loose[at], loose[paths.length + at]]
        const other = found.find((one) => typeof one === 'string' && one !== LFS)
        if (typeof other === 'string') filters.set(path, other)
        else if (exact[at] === LFS && !filters.has(path)) filters.set(path, LFS)
      }
    }
    return filters
  }
}

/** Files with different attributes whose paths some file system treats as the same. Each is another copy. */
const MOST_SPELLINGS = 20
/** In place of the name of a filter, for every path. */
const TOO_MANY = `unknown: more than ${MOST_SPELLINGS} spellings of one path`

/** A file of attributes. The path is bytes, read as latin1. */
interface AttributeFile {
  readonly path: string
  readonly id: string
}

/** `isFolded`: the paths are those that `foldPath` returns. */
interface Copy {
  readonly files: readonly AttributeFile[]
  readonly isFolded: boolean
}

/** The files of attributes of a tree, in every spelling of the name that some file system treats as the same. */
async function listAttributes(repository: Asked, tree: string): Promise<AttributeFile[]> {
  const files: AttributeFile[] = []
  for (const { mode, id, path } of await listEntries(repository, tree)) {
    if (mode === '160000' || foldPath(pathAsText(path.slice(path.lastIndexOf('/') + 1))) !== '.gitattributes')
      continue
    const file = mode === '120000' ? await findTarget(repository, tree, path) : id
    if (file !== null) files.push({ path, id: file })
  }
  return files
}

/**
 * The files at their folded paths. Where several have the same one, which of them a checkout keeps depends on the file
 * system: each is in one copy, and the first stands for those of other paths that have fewer.
 */
function foldFiles(files: readonly AttributeFile[]): Copy[] {
  const folded = files
    .map(({ path, id }) => ({ id, path: Buffer.from(foldPath(pathAsText(path))).toString('latin1') }))
    // git takes no path in a git directory, and a file and a folder cannot have the same name.
    .filter(({ path }) => !/(?:^|\/)\.git(?:attributes)?\//.test(path))
  const byPath = [...Map.groupBy(folded, ({ path }) => path)].map(
    ([path, same]) => [path, [...new Set(same.map(({ id }) => id))]] as const,
  )
  const count = byPath.reduce((most, [, ids]) => Math.max(most, ids.length), 0)
  return Array.from({ length: count }, (_, at) => ({
    files: byPath.flatMap(([path, ids]) =>
      [ids[at] ?? ids[0]].flatMap((id) => (id === undefined ? [] : [{ path, id }])),
    ),
    isFolded: true,
  }))
}

/**
 * A git directory whose index holds these files and nothing else. The run's own git directory overrides the attributes of
 * filters. Unlike `git check-attr --source`, which git 2.40 introduced, `--cached` works in every version of git that the
 * action accepts.
 */
async function copyAttributes(repository: Asked, { files, isFolded }: Copy): Promise<string> {
  const { gitBytes, gitDir } = repository
  const place = await mkdtemp(join(gitDir, 'prentice-attributes-'))
  for (const folder of ['objects/info', 'refs']) await mkdir(join(place, folder), { recursive: true })
  await writeFile(join(place, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(place, 'objects', 'info', 'alternates'), `${join(gitDir, 'objects')}\n`)
  const written = isFolded ? await foldPatterns(repository, place, files) : files
  const args = ['--git-dir', place, 'update-index', '-z', '--index-info']
  const lines = written.map(({ path, id }) => `100644 ${id}\t${path}\0`)
  await must(gitBytes(args, { input: Buffer.from(lines.join(''), 'latin1') }))
  return place
}

/** The files with folded patterns: git ignores the case of ASCII letters only. Writes new ones into the copy. */
async function foldPatterns(
  repository: Asked,
  place: string,
  files: readonly AttributeFile[],
): Promise<AttributeFile[]> {
  const folded = new Map<string, string>()
  const ids = files.map(({ id }) => id)
  for (const [id, bytes] of await readBlobs(repository, ids, MAX_BYTES)) {
    const text = bytes.toString('latin1')
    const next = foldAttributes(text)
    if (next === text) continue
    const input = Buffer.from(next, 'latin1')
    const args = ['--git-dir', place, 'hash-object', '-w', '--stdin']
    const { stdout } = await must(repository.gitBytes(args, { input }))
    folded.set(id, stdout.toString('latin1').trim())
  }
  return files.map(({ path, id }) => ({ path, id: folded.get(id) ?? id }))
}

const BYTE_ORDER_MARK = '\xef\xbb\xbf'
/** A pattern, quoted or not, with the white space before it. */
const PATTERN = /^[ \t\r]*(?![ \t\r#])(?:"((?:[^"\\]|\\.)*)"|[^ \t\r]+)/

/** A file of attributes, as latin1, with folded patterns where one has other than ASCII characters. Pure. */
function foldAttributes(text: string): string {
  const lines = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text
  return lines
    .split('\n')
    .map((line) =>
      line.replace(PATTERN, (given, quoted?: string) => {
        const pattern = quoted === undefined ? given.trim() : unquote(quoted)
        return /[\x80-\xff]/.test(pattern) ? quote(foldLetters(pathAsText(pattern))) : given
      }),
    )
    .join('\n')
}

/** Only what git quotes for other characters than ASCII: others stay. */
const unquote = (quoted: string): string =>
  quoted.replace(/\\([0-3][0-7]{2}|["\\])/g, (_, escaped: string) =>
    escaped.length === 1 ? escaped : String.fromCharCode(Number.parseInt(escaped, 8)),
  )

const quote = (text: string): string =>
  `"${Buffer.from(text)
    .toString('latin1')
    .replace(/[^ !#-[\]-~]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)}"`

/**
 * The file that a symbolic link leads to; `null`: none. git 2.32 and newer ignores a linked `.gitattributes`, but older
 * versions, which people may have, read it.
 */
async function findTarget({ gitBytes }: Asked, tree: string, path: string): Promise<string | null> {
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--follow-symlinks']
  const { stdout } = await must(gitBytes(args, { input: Buffer.from(`${tree}:${path}\n`, 'latin1') }))
  return /^([0-9a-f]+) blob\n/.exec(stdout.toString('latin1'))?.[1] ?? null
}

/** `null`: the path has no filter. */
async function askForFilters(
  repository: Asked,
  place: string,
  { paths, ignoreCase }: { readonly paths: readonly string[]; readonly ignoreCase: boolean },
): Promise<(string | null)[]> {
  const found = await askForAttributes(repository, place, { names: ['filter'], paths, ignoreCase })
  return found.map(([value = UNSET]) => (value === 'unspecified' || value === UNSET ? null : value))
}

const UNSET = 'unset'

/** The values of the attributes, in their order, for each path. */
async function askForAttributes(
  { git }: Asked,
  place: string,
  {
    names,
    paths,
    ignoreCase,
  }: { readonly names: readonly string[]; readonly paths: readonly string[]; readonly ignoreCase: boolean },
): Promise<string[][]> {
  const { stdout, cut } = await must(
    git(
      [
        ...['-c', `core.ignoreCase=${ignoreCase}`, '--git-dir', place],
        ...['check-attr', '--cached', '--stdin', '-z', ...names],
      ],
      { input: paths.map((path) => `${path}\0`).join(''), maxBytes: MAX_BYTES },
    ),
  )
  if (cut) throw new Error(`git check-attr printed more than ${MAX_BYTES} bytes`)
  // path NUL attribute NUL value NUL
  const values = stdout.split('\0').filter((_, at) => at % 3 === 2)
  if (values.length !== paths.length * names.length)
    throw new Error(`git check-attr answered for ${values.length} of ${paths.length} paths`)
  return paths.map((_, at) => values.slice(at * names.length, (at + 1) * names.length))
}

/** The values of attributes as git on Linux finds them in a tree, for each path. */
export async function readAttributes(
  repository: Asked,
  tree: string,
  names: readonly string[],
  paths: readonly string[],
): Promise<string[][]> {
  const files = await listAttributes(repository, tree)
  const exact = files.filter(({ path }) => /(?:^|\/)\.gitattributes$/.test(path))
  if (exact.length === 0) return paths.map(() => names.map(() => 'unspecified'))
  const place = await copyAttributes(repository, { files: exact, isFolded: false })
  try {
    return await askForAttributes(repository, place, { names, paths, ignoreCase: false })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

const MAX_BYTES = 256 * 1024 * 1024

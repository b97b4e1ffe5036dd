import { alignLines } from '../../text/align-lines.ts'
import { decodeText } from '../../text/encoding/decode-text.ts'
import { listPaths, pathAsText } from '../checkout/list-paths.ts'
import type { UntrackedBefore } from '../checkout/untracked-files.ts'
import { must, type Repository } from '../process/repository.ts'
import { type AddedLine, type Change, parseAddedLines, parseSummary, type RawChange } from './change.ts'
import { type IndexUse, stageWorkTree } from './stage-work-tree.ts'

/** Limit for the patch that the secret scanner reads. */
const SCAN_LIMIT = 64 * 1024 * 1024

interface WorkTreeChanges {
  /** The work tree when it was read. This tree is judged, committed or saved as a patch, whatever changes later. */
  readonly tree: string
  readonly changes: readonly Change[]
}

/** All changes between `startSha` and the work tree, by the agent or by commands of the project. */
export async function readChanges({
  repository,
  startSha,
  untrackedBefore,
  scanLimit = SCAN_LIMIT,
  index = 'fresh',
}: {
  repository: Repository
  startSha: string
  untrackedBefore: UntrackedBefore
  scanLimit?: number
  index?: IndexUse
}): Promise<WorkTreeChanges> {
  const { tree, nestedRepositories } = await stageWorkTree(repository, startSha, untrackedBefore, index)
  const changes = await readDifference(repository, startSha, tree, scanLimit)
  return { tree, changes: [...changes, ...nestedRepositories.map(nestedRepository)] }
}

/** All changes between two trees or commits, named by their hashes. */
export async function readDifference(
  repository: Repository,
  from: string,
  to: string,
  scanLimit = SCAN_LIMIT,
): Promise<Change[]> {
  const { gitFixed } = repository
  const diff = (...options: string[]) => [
    'diff-tree',
    '-r',
    '-M',
    '--no-ext-diff',
    '--no-textconv',
    '--ignore-submodules=none',
    ...options,
    from,
    to,
  ]
  const [listed, patch] = await Promise.all([
    listPaths(gitFixed, diff('--raw', '--numstat', '--no-abbrev', '-z')),
    must(gitFixed(diff('--patch', '--unified=0', '--text'), { maxBytes: scanLimit })),
  ])
  const { raw, counts } = parseSummary(listed)
  const lines = patch.cut ? null : addedLinesOf(patch.stdout, raw)
  const sizes = await readSizes(repository, raw)
  const decoded: DecodedLines[] = []
  // One after the other, since each file may be large.
  for (const [at, change] of raw.entries())
    decoded.push(await decodeLines(repository, change, lines?.[at] ?? []))
  return raw.map((change, at) => ({
    path: pathAsText(change.path),
    oldPath: change.oldPath === null ? null : pathAsText(change.oldPath),
    kind: change.kind,
    oldMode: change.oldMode,
    newMode: change.newMode,
    oldSize: sizes.get(change.oldId) ?? 0,
    newSize: sizes.get(change.newId) ?? 0,
    additions: counts[at]?.additions ?? 0,
    deletions: counts[at]?.deletions ?? 0,
    addedLines: null,
    ...(lines !== null && decoded[at]),
  }))
}

type DecodedLines = Pick<Change, 'addedLines' | 'rawLines'>

async function decodeLines(
  repository: Repository,
  change: RawChange,
  lines: readonly AddedLine[],
): Promise<DecodedLines> {
  const decoded = areUndecoded(lines) ? await decodeAddedLines(repository, change) : null
  return decoded === null ? { addedLines: lines } : { addedLines: decoded, rawLines: lines }
}

function addedLinesOf(patch: Buffer, raw: readonly RawChange[]): AddedLine[][] {
  const sections = parseAddedLines(patch.toString('utf8')).values()
  const next = () => {
    const section = sections.next().value
    if (section === undefined) throw new Error('git diff-tree printed fewer patches than changed paths')
    return section
  }
  const lines = raw.map(({ isTypeChange }) => (isTypeChange ? [...next(), ...next()] : next()))
  if (!sections.next().done) throw new Error('git diff-tree printed more patches than changed paths')
  return lines
}

async function readSizes(
  { gitFixed }: Repository,
  raw: readonly RawChange[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set(raw.flatMap(({ oldId, newId }) => [oldId, newId]))
  const { stdout } = await must(
    gitFixed(['cat-file', '--batch-check=%(objectname) %(objectsize)'], { input: [...ids, ''].join('\n') }),
  )
  const sizes = new Map<string, number>()
  for (const line of stdout.toString('utf8').split('\n')) {
    // "<id> missing": no file, or a submodule's commit.
    const [id, size] = line.split(' ')
    if (id && /^\d+$/.test(size ?? '')) sizes.set(id, Number(size))
  }
  return sizes
}

function nestedRepository(path: string): Change {
  return {
    path,
    oldPath: null,
    kind: 'added',
    oldMode: null,
    newMode: '160000',
    oldSize: 0,
    newSize: 0,
    additions: 0,
    deletions: 0,
    addedLines: [],
  }
}

/** Of one version of a file. */
const MAX_VERSION_BYTES = 64 * 1024 * 1024

/** Whether lines of a patch, read as UTF-8, are those of another encoding, or of a binary file. Pure. */
const areUndecoded = (lines: readonly AddedLine[]): boolean =>
  lines.some(({ text }) => /[\0\ufffd]/.test(text))

/**
 * The added lines of a file that is not UTF-8: git looks for line ends byte by byte, and shows other characters as they
 * are in the file. `null`: it is binary, or too large.
 */
async function decodeAddedLines(
  { gitBytes }: Repository,
  { oldMode, oldId, newId }: RawChange,
): Promise<readonly AddedLine[] | null> {
  const readLines = async (id: string): Promise<readonly string[] | null> => {
    const { stdout, cut } = await must(gitBytes(['cat-file', 'blob', id], { maxBytes: MAX_VERSION_BYTES }))
    return cut ? null : await linesOf(stdout)
  }
  const now = await readLines(newId)
  if (now === null) return null
  // Of a submodule, git has no content.
  const before = oldMode === null || oldMode === '160000' ? [] : ((await readLines(oldId)) ?? [])
  return alignLines(before, now).flatMap((line, at) =>
    'kept' in line || (line.text === '' && at === now.length - 1) ? [] : { number: at + 1, text: line.text },
  )
}

/** `null`: the bytes are no text. Without a byte order mark, UTF-16 is recognized by where its zero bytes are. */
async function linesOf(bytes: Buffer): Promise<readonly string[] | null> {
  const decoded = await decodeText(bytes, async () => guessWide(bytes))
  return decoded.ok ? decoded.text.text.split('\n') : null
}

const SAMPLE_BYTES = 8192

function guessWide(bytes: Buffer): string {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, SAMPLE_BYTES).entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  return odd > even ? 'utf-16le' : 'utf-16be'
}

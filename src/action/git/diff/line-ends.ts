import { lstat, readFile } from 'node:fs/promises'
import { pathAsText } from '../checkout/list-paths.ts'
import { must, type Repository } from '../process/repository.ts'
import type { GitBytes } from '../process/spawn-git.ts'
import { readAttributes } from './find-filters.ts'

/** A larger file keeps its line ends. */
const MAX_BYTES = 16 * 1024 * 1024
const CRLF = Buffer.from('\r\n')

interface Staged {
  readonly git: GitBytes
  readonly workTree: string
  readonly startSha: string
  /** Byte for byte (latin1). */
  readonly paths: readonly string[]
}

/**
 * Stages files with LF where `.gitattributes` asks for it, as `git add` does: with CRLF they would be modified in every clone.
 * A file that already had CRLF keeps it, or one edit would change all lines.
 * See `text` in gitattributes(5) and convert.c of git.
 */
export async function stageLineEnds(repository: Repository, staged: Staged): Promise<void> {
  const files = await findCrlf(staged)
  if (files.length === 0) return
  const { stdout } = await must(staged.git(['write-tree']))
  const tree = stdout.toString('utf8').trim()
  const names = ['text', 'crlf', 'eol']
  const texts = files.map(({ path }) => pathAsText(path))
  const values = await readAttributes(repository, tree, names, texts)
  const lines: string[] = []
  for (const [at, { path, bytes, isExecutable }] of files.entries()) {
    const [text = '', crlf = '', eol = ''] = values[at] ?? []
    const rule = ruleOf({ text, crlf, eol })
    if (rule === 'none' || (rule === 'auto' && !isText(bytes)) || (await hadCrlf(repository, staged, path)))
      continue
    const input = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    const hashed = await must(
      repository.gitBytes(['hash-object', '-w', '--stdin', '--no-filters'], { input }),
    )
    const id = hashed.stdout.toString('latin1').trim()
    lines.push(`${isExecutable ? '100755' : '100644'} ${id}\t${path}\0`)
  }
  if (lines.length === 0) return
  const input = Buffer.from(lines.join(''), 'latin1')
  await must(staged.git(['update-index', '-z', '--index-info'], { input }))
}

async function findCrlf({ workTree, paths }: Staged) {
  const found: { readonly path: string; readonly bytes: Buffer; readonly isExecutable: boolean }[] = []
  for (const path of paths) {
    const file = Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')])
    // A process of the agent may have deleted it meanwhile.
    const stats = await lstat(file).catch(() => null)
    if (stats === null || !stats.isFile() || stats.size > MAX_BYTES) continue
    const bytes = await readFile(file).catch(() => null)
    if (bytes?.includes(CRLF)) found.push({ path, bytes, isExecutable: (stats.mode & 0o100) !== 0 })
  }
  return found
}

interface Attributes {
  readonly text: string
  /** The name of `text` before git 1.7.2. */
  readonly crlf: string
  readonly eol: string
}

/** Whether git converts the line ends of a file: `auto`, if it looks like text. Pure. */
function ruleOf({ text, crlf, eol }: Attributes): 'text' | 'auto' | 'none' {
  const given = text === 'unspecified' ? (crlf === 'input' ? 'set' : crlf) : text
  if (given === 'set' || given === 'auto') return given === 'set' ? 'text' : 'auto'
  if (given === 'unset') return 'none'
  return eol === 'lf' || eol === 'crlf' ? 'text' : 'none'
}

/** As git decides it: no NUL, no CR alone, and at most one control character among 128 others. Pure. */
function isText(bytes: Uint8Array): boolean {
  let [printable, other] = [0, 0]
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0 || (byte === 0x0d && bytes[at + 1] !== 0x0a)) return false
    if (byte === 0x0a || byte === 0x0d) continue
    const isControl = (byte < 0x20 && ![0x08, 0x09, 0x0c, 0x1b].includes(byte)) || byte === 0x7f
    if (isControl && !(byte === 0x1a && at === bytes.length - 1)) other += 1
    else if (!isControl) printable += 1
  }
  return printable >> 7 >= other
}

async function hadCrlf(repository: Repository, { startSha }: Staged, path: string): Promise<boolean> {
  const before = await repository.gitBytes(['cat-file', 'blob', `${startSha}:${pathAsText(path)}`], {
    maxBytes: MAX_BYTES,
  })
  return before.code === 0 && before.stdout.includes(CRLF)
}

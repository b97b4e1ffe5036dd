import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Git, GitResult } from '../../git/process/git.ts'
import { UTF_16BE, UTF_16LE } from '../../text/encoding/codec.ts'
import { readText } from '../files/read-text.ts'
import { type ResolvedPath, resolveToRead } from '../files/resolve-path.ts'
import { matchScope, type Scope, toPathspecs } from './to-pathspecs.ts'

/** The files in UTF-16 with a byte order mark, which `git grep` takes for binary files. */
export interface WideFiles {
  /**
   * Runs `grep` on these files in UTF-8, as blobs of a tree of their own: its output has their paths. `null`: there are no
   * such files.
   */
  search(scope: Scope, untracked: readonly string[], grep: Grep): Promise<WideResult | null>
}

type Grep = (tree: string) => Promise<GitResult>

export interface WideResult {
  readonly result: GitResult
  /** How many files were too many to be searched. */
  readonly left: number
}

/** Each is decoded and written into the git directory of the run. */
const MAX_FILES = 100
const MAX_BYTES = 16 * 1024 * 1024
const LIMITS = { timeoutMs: 20_000, maxBytes: 1024 * 1024 }
/** In the C locale, git compares bytes. Any line may begin like this, so each file is looked at again. */
const MARK = String.raw`^(\xff\xfe|\xfe\xff)`

export function openWideFiles({
  git,
  root,
}: {
  readonly git: Git
  /** Absolute path of the work tree. */
  readonly root: string
}): WideFiles {
  // The index does not change, and an edit keeps the encoding of a file.
  let tracked: Promise<readonly string[]> | null = null

  const listTracked = async (scope: Scope): Promise<readonly string[]> => {
    const { stdout } = await git(['grep', '-lza', '-P', '-e', MARK, '--', ...toPathspecs(scope)], LIMITS)
    return stdout.split('\0').filter((path) => path !== '')
  }
  const findIn = async (scope: Scope): Promise<readonly string[]> => {
    const matches = matchScope(scope)
    if (matches === null) return listTracked(scope)
    tracked ??= listTracked({ path: '' })
    return (await tracked).filter(matches)
  }
  /** `null`: it is not in UTF-16. */
  const decode = async (path: string): Promise<string | null> => {
    const found = await resolveToRead(root, path)
    if (!found.ok || (found.file.stats?.size ?? 0) > MAX_BYTES || !(await hasMark(found.file))) return null
    const read = await readText(root, found.file)
    const isWide = read.ok && (read.text.codec === UTF_16LE || read.text.codec === UTF_16BE)
    return isWide ? read.text.text : null
  }

  return {
    async search(scope, untracked, grep) {
      const paths = [...new Set([...(await findIn(scope)), ...untracked])]
      const blobs: { readonly path: string; readonly id: string }[] = []
      let left = 0
      for (const path of paths) {
        const text = await decode(path)
        if (text === null) continue
        if (blobs.length === MAX_FILES) {
          left += 1
          continue
        }
        const { stdout } = await git(['hash-object', '-w', '--stdin'], { input: text })
        blobs.push({ path, id: stdout.trim() })
      }
      if (blobs.length === 0) return null
      const input = blobs.map(({ id }, index) => `100644 blob ${id}\t${index}\n`).join('')
      const tree = (await git(['mktree'], { input })).stdout.trim()
      const result = await grep(tree)
      return {
        result: { ...result, stdout: renamed(result.stdout, blobs, tree) },
        left,
      }
    },
  }
}

async function hasMark({ absolute, stats }: ResolvedPath): Promise<boolean> {
  if (stats?.isFile() !== true) return false
  // O_NONBLOCK: if it was replaced by a pipe since the lookup, opening would block forever.
  const handle = await open(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return bytesRead === 2 && ['fffe', 'feff'].includes(buffer.toString('hex'))
  } finally {
    await handle.close()
  }
}

/** `<tree>:<index>` at the beginning of each line becomes the path. Pure. */
function renamed(output: string, blobs: readonly { readonly path: string }[], tree: string): string {
  const lines = output.split('\n').map((line) => {
    const end = line.indexOf('\0')
    const path = blobs[Number(line.slice(tree.length + 1, end))]?.path
    return end < 0 || path === undefined ? '' : path + line.slice(end)
  })
  return lines.map((line) => (line === '' ? '' : `${line}\n`)).join('')
}

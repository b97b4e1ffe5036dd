import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, realpath, rename, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyTransaction, type FileChange } from '../../../../src/action/workspace/change/transaction.ts'
import { readText } from '../../../../src/action/workspace/files/read-text.ts'
import {
  type ResolvedPath,
  resolveToRead,
  resolveToWrite,
} from '../../../../src/action/workspace/files/resolve-path.ts'
import { openTree } from '../../../support/action/open-tree.ts'

const bytes = Buffer.from('written')

/** What a program that runs beside the agent could do between the look at a path and its use. */
const EXCHANGES = {
  'a folder for a link': async (root: string, outside: string) => {
    await rename(join(root, 'folder'), join(outside, 'folder'))
    await symlink(join(outside, 'folder'), join(root, 'folder'))
  },
  'a file for a link': async (root: string, outside: string) => {
    await unlink(join(root, 'folder/a.txt'))
    await symlink(join(outside, 'secret'), join(root, 'folder/a.txt'))
    await symlink(join(outside, 'secret'), join(root, 'folder/new.txt'))
  },
  'a file for a pipe': async (root: string) => {
    await unlink(join(root, 'folder/a.txt'))
    execFileSync('mkfifo', [join(root, 'folder/a.txt'), join(root, 'folder/new.txt')])
  },
  'a file for another': async (root: string, outside: string) => {
    await rename(join(outside, 'secret'), join(root, 'folder/a.txt'))
    await writeFile(join(root, 'folder/new.txt'), 'theirs')
    await writeFile(join(outside, 'secret'), 'secret')
  },
}

async function found(locate: typeof resolveToRead, root: string, path: string): Promise<ResolvedPath> {
  const located = await locate(root, path)
  if (!located.ok) throw new Error(located.problem)
  return located.file
}

describe.each(Object.entries(EXCHANGES))('%s', (_, exchange) => {
  it('is not read', async () => {
    await using tree = await openTree({ 'folder/a.txt': 'mine' })
    await writeFile(join(tree.outside, 'secret'), 'secret')
    const root = await realpath(tree.root)
    const file = await found(resolveToRead, root, 'folder/a.txt')
    await exchange(root, tree.outside)
    const loaded = await readText(root, file).catch(({ code }: NodeJS.ErrnoException) => ({
      ok: false,
      code,
    }))
    expect(loaded.ok).toBe(false)
  })

  it.each(['create', 'replace', 'delete', 'move', 'move and change'])(
    'is not the way to %s',
    async (kind) => {
      await using tree = await openTree({ 'folder/a.txt': 'mine', 'other.txt': 'other' })
      await writeFile(join(tree.outside, 'secret'), 'secret')
      await mkdir(join(tree.outside, 'empty'))
      const root = await realpath(tree.root)
      const [file, to] = [
        await found(resolveToWrite, root, 'folder/a.txt'),
        await found(resolveToWrite, root, 'folder/new.txt'),
      ]
      const other = await found(resolveToWrite, root, 'other.txt')
      const changes: Record<string, FileChange> = {
        create: { kind: 'create', file: to, bytes },
        replace: { kind: 'replace', file, bytes },
        delete: { kind: 'delete', file },
        move: { kind: 'move', file: other, to, bytes: null },
        'move and change': { kind: 'move', file: other, to, bytes },
      }
      const change = changes[kind]
      const editing = {
        root,
        isForeign: () => false,
        findUnfit: async () => null,
        findUnportable: async () => null,
      }
      if (change === undefined) throw new Error(kind)
      await exchange(root, tree.outside)
      const before = (await readdir(tree.root, { recursive: true })).sort()
      await expect(applyTransaction(editing, [change])).rejects.toThrow(/was replaced/)
      expect(await readFile(join(tree.outside, 'secret'), 'utf8')).toBe('secret')
      expect(await readFile(join(tree.root, 'other.txt'), 'utf8')).toBe('other')
      expect((await readdir(tree.root, { recursive: true })).sort()).toEqual(before)
    },
  )
})

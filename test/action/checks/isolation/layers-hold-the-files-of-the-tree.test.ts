import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openOverlayFolder, type TreeFiles } from '../../../../src/action/checks/isolation/overlay-folder.ts'
import { factsWith, folderOfTest } from '../../../support/action/scripted-unshare.ts'

const signal = new AbortController().signal

/** The files of each tree. Paths are bytes, as latin1. */
const TREES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  one: { 'a.txt': 'a', 'caf\xe9': 'c', 'dir/b.txt': 'b', 'same.txt': 's' },
  two: { 'a.txt': 'A', 'same.txt': 's', 'new/c.txt': 'c' },
}

async function writeAll(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(Buffer.from(join(folder, path), 'latin1'), text)
  }
}

async function openOverlay() {
  const folder = await realpath(await folderOfTest())
  const [owners, unshared] = [join(folder, 'owners'), join(folder, 'unshared')]
  const facts = await factsWith(folder, {
    unshare: `echo "$1 $2 $3 $4" >>'${unshared}'; shift 4; exec "$@"`,
    chown: `echo "$*" >>'${owners}'`,
  })
  const exported: string[] = []
  /** What happens during the next exports. */
  const meanwhile: (() => void)[] = []
  const files: TreeFiles = {
    async exportTree(tree, to) {
      exported.push(tree)
      await writeAll(to, TREES[tree] ?? {})
      meanwhile.shift()?.()
    },
    async exportChanges({ from, to: next }, to) {
      exported.push(`${from} to ${next}`)
      const [before, after] = [TREES[from] ?? {}, TREES[next] ?? {}]
      const differs = ([path, text]: [string, string]) => before[path] !== text
      await writeAll(to, Object.fromEntries(Object.entries(after).filter(differs)))
      meanwhile.shift()?.()
      return Object.keys(before).filter((path) => after[path] === undefined || after[path] !== before[path])
    },
  }
  const overlay = await openOverlayFolder(facts, folder, files)
  return {
    ...{ overlay, exported, meanwhile, store: overlay.store },
    owners: async () => (await readFile(owners, 'utf8')).trim().split('\n'),
    unshared: () => readFile(unshared, 'utf8'),
    async tree() {
      const paths = await readdir(join(overlay.store, 'tree'), { recursive: true })
      return paths.sort()
    },
  }
}

test('the store has the folders that the layers need, before there is a phase', async () => {
  const { store } = await openOverlay()
  expect((await readdir(store)).sort()).toEqual(['blank', 'cell', 'tree'])
  expect(store).toMatch(/\/checks$/)
})

test('a phase begins empty, owned by the user of the commands', async () => {
  const { overlay, store, owners, unshared } = await openOverlay()
  await overlay.begin('round', 'one', signal)
  const layers = ['home', 'home-work', 'project', 'project-work', 'tmp']
  expect((await readdir(join(store, 'round'))).sort()).toEqual(layers)
  await writeFile(join(store, 'round/project/left'), 'x')
  await overlay.begin('round', 'one', signal)
  expect(await readdir(join(store, 'round/project'))).toEqual([])
  expect(await owners()).toEqual([
    ...['-R -- 65123:65123 round', '-hR -- 65123:65123 incoming', '-R -- 65123:65123 round'],
  ])
  // No program of the script outlives a stop.
  expect(await unshared()).toBe('--pid --fork --kill-child --\n'.repeat(2))
})

test('an unchanged tree is not written again, and only the differences of another tree are written', async () => {
  const { overlay, exported, tree, store } = await openOverlay()
  await overlay.begin('setup', 'one', signal)
  expect(await tree()).toEqual(['a.txt', 'caf\ufffd', 'dir', 'dir/b.txt', 'same.txt'])
  await overlay.begin('round', 'one', signal)
  await overlay.begin('round', null, signal)
  expect(exported).toEqual(['one'])
  await overlay.begin('round', 'two', signal)
  expect(exported).toEqual(['one', 'one to two'])
  expect(await tree()).toEqual(['a.txt', 'new', 'new/c.txt', 'same.txt'])
  expect(await readFile(join(store, 'tree/a.txt'), 'utf8')).toBe('A')
  expect(await readdir(store)).not.toContain('incoming')
})

test('files that setup wrote stay when a round begins', async () => {
  const { overlay, store } = await openOverlay()
  await overlay.begin('setup', 'one', signal)
  await writeFile(join(store, 'setup/project/installed'), 'x')
  await overlay.begin('round', 'one', signal)
  expect(await readdir(join(store, 'setup/project'))).toEqual(['installed'])
  await overlay.begin('setup', 'one', signal)
  expect(await readdir(join(store, 'setup/project'))).toEqual([])
})

test('after a tree that was written in part, all files are written again', async () => {
  const { overlay, exported, meanwhile, tree } = await openOverlay()
  await overlay.begin('round', 'one', signal)
  meanwhile.push(() => {
    throw new Error('disk full')
  })
  await expect(overlay.begin('round', 'two', signal)).rejects.toThrow('disk full')
  await overlay.begin('round', 'one', signal)
  expect(exported).toEqual(['one', 'one to two', 'one'])
  expect(await tree()).toEqual(['a.txt', 'caf\ufffd', 'dir', 'dir/b.txt', 'same.txt'])
})

test('a stop while files are exported takes effect before they become layers', async () => {
  const { overlay, meanwhile, exported, tree } = await openOverlay()
  const stop = new AbortController()
  const why = new Error('stopped')
  meanwhile.push(() => stop.abort(why))
  await expect(overlay.begin('round', 'one', stop.signal)).rejects.toBe(why)
  expect(await tree()).toEqual([])
  expect(exported).toEqual(['one'])
})

import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { snapshotFolder } from '../../../sandbox/world/source/snapshot-folder.ts'
import { realGit } from '../../support/action/real-git.ts'

test('a snapshot lacks generated and secret files, and does not change the folder', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'snapshot-test-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const folder = join(directory, 'prentice-main')
  await mkdir(join(folder, 'node_modules/dependency'), { recursive: true })
  await mkdir(join(folder, 'lib'))
  await mkdir(join(folder, 'src/lib'), { recursive: true })
  for (const path of [
    'README.md',
    'src/lib/a.ts',
    'lib/a.js',
    'node_modules/dependency/index.js',
    '.env',
    'prentice.db',
    'ignored.txt',
  ])
    await writeFile(join(folder, path), 'text\n')
  await writeFile(join(folder, '.gitignore'), 'ignored.txt\n')
  const before = (await readdir(folder, { recursive: true })).sort()

  const source = await snapshotFolder(folder, directory)

  expect(source).toMatchObject({ name: 'prentice-main', uncommitted: 'snapshot' })
  const { stdout } = await realGit(source.path)(['ls-tree', '-r', '--name-only', 'main'])
  expect(stdout.trim().split('\n')).toEqual(['.gitignore', 'README.md', 'src/lib/a.ts'])
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(before)
})

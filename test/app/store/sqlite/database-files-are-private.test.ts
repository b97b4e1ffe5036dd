import { chmodSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const FILES = ['', '-wal', '-shm']
const modes = (path: string) => FILES.map((end) => (statSync(path + end).mode & 0o777).toString(8))

/** Vitest's workers cannot change their umask; the usual one is 022. */
async function opened(path: string) {
  const store = await openStore(`sqlite:${path}`)
  onTestFinished(() => store.close())
  await store.commit({ set: [{ key: 'msg/a', value: 'a prompt' }] })
  return store
}

test('only the owner can read a new database, its log and its shared memory', async () => {
  const path = join(temporaryFolder(), 'p.db')
  await opened(path)
  expect(modes(path)).toEqual(['600', '600', '600'])
})

test('permissions of other users are removed, also through a link', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'p.db')
  await opened(path)
  for (const end of FILES) chmodSync(path + end, 0o644)
  const link = join(folder, 'link.db')
  symlinkSync(path, link)
  await opened(link)
  expect(modes(path)).toEqual(['600', '600', '600'])
})

test('permissions of the owner and other files are not changed', async () => {
  const path = join(temporaryFolder(), 'p.db')
  await (await openStore(`sqlite:${path}`)).close()
  chmodSync(path, 0o700)
  writeFileSync(`${path}.notes`, '', { mode: 0o644 })
  await opened(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(statSync(`${path}.notes`).mode & 0o777).toBe(0o644)
})

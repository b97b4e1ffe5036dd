import { copyFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { backUpSqlite } from '../../../../src/app/store/sqlite/backup.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** A copy that was put where a server was killed, so that the newer log of its database still lies there. */
async function restoredOverLeftovers() {
  const folder = realpathSync(temporaryFolder())
  const [lost, copy, path] = ['lost.db', 'copy.db', 'p.db'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const store = await openStore(`sqlite:${lost}`)
  onTestFinished(() => store.close())
  const write = (value: string) =>
    store.commit({ set: Array.from({ length: 100 }, (_, n) => ({ key: `job/p/${n}`, value })) })
  await write('before the copy')
  await backUpSqlite(`sqlite:${lost}`, copy)
  await write('after the copy')
  for (const end of ['-wal', '-shm']) copyFileSync(lost + end, path + end)
  copyFileSync(copy, path)
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
  return { path, copy }
}

test('a backup is refused while the log of the replaced database exists', async () => {
  const { path } = await restoredOverLeftovers()
  const told = `${path} is a copy made by \`npm run backup\`, and ${path}-wal belongs to the database that was here before`
  await expect(openStore(`sqlite:${path}`)).rejects.toThrow(told)
  await expect(backUpSqlite(`sqlite:${path}`, `${path}.copy`)).rejects.toThrow(told)
  await expect(openStore(`sqlite:${path}`)).rejects.toThrow('move')

  for (const end of ['-wal', '-shm']) rmSync(path + end)
  const store = await openStore(`sqlite:${path}`)
  onTestFinished(() => store.close())
  expect(await store.get('job/p/1')).toBe('before the copy')
})

test('a backup behind a link is refused while the log beside its target exists', async () => {
  const { path } = await restoredOverLeftovers()
  const link = join(temporaryFolder(), 'link.db')
  symlinkSync(path, link)
  await expect(openStore(`sqlite:${link}`)).rejects.toThrow(`move ${path}-wal and ${path}-shm away`)
})

test('a database after a crash is opened with its own log', async () => {
  const { path, copy } = await restoredOverLeftovers()
  const restored = await openStore(`sqlite:${copy}`)
  onTestFinished(() => restored.close())
  await restored.commit({ set: [{ key: 'job/p/1', value: 'after the restore' }] })
  for (const end of ['', '-wal']) copyFileSync(copy + end, path + end)
  const killed = await openStore(`sqlite:${path}`)
  onTestFinished(() => killed.close())
  expect(await killed.get('job/p/1')).toBe('after the restore')
})

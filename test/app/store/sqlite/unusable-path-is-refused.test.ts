import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readKeysConfig } from '../../../../src/app/config/read-config.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const refusal = (path: string): Promise<string> =>
  openStore(`sqlite:${path}`).then(
    async (store) => {
      await store.close()
      return 'opened'
    },
    (error: Error) => `${error.name}: ${error.message}`,
  )

/** Permissions do not bind root, so the check runs as a user to whom nothing belongs. */
async function withoutRights<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
  }
}

test('a folder is refused', async () => {
  const folder = temporaryFolder()
  expect(await refusal(folder)).toBe(
    `StoreUnavailable: ${folder} is a folder: name a file in it, for example sqlite:${folder}/prentice.db`,
  )
})

test.each(['', '//', ' '])('`sqlite:%s` is refused because it names no file', async (path) => {
  expect(await refusal(path)).toBe(
    'Error: DATABASE_URL: it names no file; set it to sqlite:<path of a local file>, for example sqlite:prentice.db',
  )
})

test('a device is refused', async () => {
  // Without rights, a mistake in the code cannot take /dev/null away from the other users of this machine.
  expect(await withoutRights(() => refusal('/dev/null'))).toBe(
    'StoreUnavailable: /dev/null is not a regular file: name another file',
  )
})

test('a file that is not a database keeps its permissions', async () => {
  const path = join(temporaryFolder(), 'hosts')
  writeFileSync(path, '127.0.0.1 localhost\n')
  chmodSync(path, 0o644)
  expect(await refusal(path)).toContain('file is not a database')
  expect(statSync(path).mode & 0o777).toBe(0o644)
})

test('a file in a missing folder is refused', async () => {
  const folder = join(temporaryFolder(), 'data')
  expect(await refusal(join(folder, 'p.db'))).toBe(
    `StoreUnavailable: there is no folder ${folder}: create it, or name a file in another folder`,
  )
  expect(existsSync(folder)).toBe(false)
})

test.each(['a file', 'a folder'])('%s that this user cannot write is refused', async (what) => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const data = join(folder, 'data')
  mkdirSync(data)
  const path = join(data, 'p.db')
  if (what === 'a file') writeFileSync(path, '')
  chmodSync(data, what === 'a file' ? 0o777 : 0o555)
  if (what === 'a file') chmodSync(path, 0o444)
  expect(await withoutRights(() => refusal(path))).toBe(
    `StoreUnavailable: this user cannot write to ${path} or its folder (EACCES): change its owner, or name another file`,
  )
})

test.each(['sqlite::memory:', 'sqlite://:memory:'])(
  '%s is refused by the server and the command line',
  (url) => {
    expect(readKeysConfig({ DATABASE_URL: url })).toEqual({
      kind: 'invalid',
      problems: [
        'DATABASE_URL: an in-memory database is lost at each restart: set it to sqlite:<path of a local file>',
      ],
    })
  },
)

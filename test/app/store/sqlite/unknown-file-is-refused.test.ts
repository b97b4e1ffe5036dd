import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

it('opens an existing file with its entries', async () => {
  const url = `sqlite://${join(temporaryFolder(), 'p.db')}`
  const first = await openStore(url)
  await first.commit({ set: [{ key: 'k', value: 'v' }] })
  await first.close()
  const second = await openStore(url)
  expect(await second.get('k')).toBe('v')
  await second.close()
})

it('creates a file that is durable and can shrink', async () => {
  const path = join(temporaryFolder(), 'p.db')
  const store = await openStore(`sqlite:${path}`)
  const file = new DatabaseSync(path)
  expect(file.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(file.prepare('PRAGMA auto_vacuum').get()).toEqual({ auto_vacuum: 2 })
  file.close()
  await store.close()
})

it('returns the space of swept entries', async () => {
  const path = join(temporaryFolder(), 'p.db')
  const store = await openStore(`sqlite:${path}`, { now: () => 0 })
  const value = 'x'.repeat(100_000)
  await store.commit({ set: [1, 2, 3, 4, 5].map((n) => ({ key: `k${n}`, value, expiresAt: 1 })) })
  const file = new DatabaseSync(path)
  const pages = () => Number(file.prepare('PRAGMA page_count').get()?.page_count)
  const before = pages()
  await store.sweep(2, 100)
  expect(pages()).toBeLessThan(before / 2)
  file.close()
  await store.close()
})

it('refuses a file of a newer version', async () => {
  const path = join(temporaryFolder(), 'p.db')
  await (await openStore(`sqlite:${path}`)).close()
  const file = new DatabaseSync(path)
  file.exec('PRAGMA user_version = 2')
  file.close()
  await expect(openStore(`sqlite:${path}`)).rejects.toThrow(
    'was written by a newer Prentice (layout 2, this one knows 1)',
  )
})

it.each([
  ['mysql://user:hunter2@host/db', 'mysql: is not supported'],
  ['prentice.db', 'a URL without a scheme is not supported'],
  ['sqlite:', 'it names no file'],
])('refuses %s without a possible secret in the message', async (url, message) => {
  const failure = await openStore(url).catch((error: unknown) => error)
  expect(String(failure)).toContain(`DATABASE_URL: ${message}; set it to sqlite:<path`)
  expect(String(failure)).not.toContain('hunter2')
})

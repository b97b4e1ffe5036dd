import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { LONG } from '../../../../src/app/store/sqlite/sqlite-adapter.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** Reads a value as another process does. How many long texts were decoded outside of SQLite's binding. */
async function readBack(value: string): Promise<number> {
  const url = `sqlite:${join(temporaryFolder(), 'prentice.db')}`
  const [writer, reader] = [await openStore(url), await openStore(url)]
  onTestFinished(() => Promise.all([writer.close(), reader.close()]).then(() => {}))
  await writer.commit({ set: [{ key: 'patch/job/1', value }] })
  const decode = vi.spyOn(Buffer.prototype, 'toString')
  const read = await reader.get('patch/job/1')
  const decoded = decode.mock.contexts.filter(({ length }) => length > LONG).length
  decode.mockRestore()
  expect(read === value).toBe(true)
  return decoded
}

test.each<[string, string, number]>([
  ['of 64 KiB', 'a'.repeat(LONG), 0],
  ['of one byte more', 'a'.repeat(LONG + 1), 1],
  ['of bytes as Latin-1', 'ÿ\0'.repeat(LONG / 2), 1],
  ['with characters of four bytes', `${'😀'.repeat(LONG / 4)}\0`, 1],
  ['of 64 KiB in half as many characters', 'ÿ'.repeat(LONG / 2), 0],
])('a value %s is read as it was written', async (_, value, decoded) => {
  expect(await readBack(value)).toBe(decoded)
})

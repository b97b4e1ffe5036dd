import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function filled(): Promise<string> {
  const path = join(temporaryFolder(), 'p.db')
  const store = await openStore(`sqlite:${path}`)
  const set = Array.from({ length: 2_000 }, (_, n) => ({ key: `job/p/${n}`, value: 'x'.repeat(500) }))
  await store.commit({ set })
  await store.close()
  return path
}

function overwrite(path: string, at: number, bytes: Buffer): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, at)
  closeSync(file)
}

const refusal = (path: string): Promise<string> =>
  openStore(`sqlite:${path}`, { isChecked: true }).then(
    async (store) => {
      await store.close()
      return 'opened'
    },
    (error: Error) => error.message,
  )

test.each<[string, (path: string) => void]>([
  ['a page in the middle was overwritten', (path) => overwrite(path, 400_000, Buffer.alloc(4096, 0xa5))],
  [
    'the end is missing',
    (path) => writeFileSync(path, readFileSync(path).subarray(0, statSync(path).size / 2)),
  ],
  ['it is something else', (path) => writeFileSync(path, 'This is a text.\n'.repeat(100))],
])('%s: the server does not start, and the error names the fix', async (_, damage) => {
  const path = await filled()
  expect(await refusal(path)).toBe('opened')
  damage(path)
  const told = await refusal(path)
  expect(told).toContain(`the database ${path} is damaged (`)
  expect(told).toContain('put the newest copy made by `npm run backup` in its place')
  expect(told).not.toContain('\n')
})

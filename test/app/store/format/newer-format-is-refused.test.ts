import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeStartFailure } from '../../../../src/app/config/read-start.ts'
import { FORMAT, writeFormat } from '../../../../src/app/store/format.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { StoreUnavailable } from '../../../../src/app/store/store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('no program opens a store of a newer format, and the error names the fix', async () => {
  const url = `sqlite:${join(temporaryFolder(), 'p.db')}`
  const store = await openStore(url)
  await store.commit({ set: [writeFormat(FORMAT)] })
  await store.close()
  const same = await openStore(url)
  await same.commit({ set: [writeFormat(FORMAT + 1)] })
  await same.close()
  const failure = await openStore(url).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreUnavailable)
  expect(describeStartFailure(failure)).toBe(
    'Prentice cannot start.\n\n' +
      `  DATABASE_URL: the database was written by a newer Prentice (format ${FORMAT + 1}, this version knows up to ` +
      `${FORMAT}): run that version, or restore a backup that was made before the upgrade\n`,
  )
})

import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { describeRemote, POSTGRES } from '../../../support/stores/stores.ts'

describeRemote(POSTGRES, () => {
  it('says what to do if one of the two tables was emptied or dropped', async () => {
    const url = await POSTGRES.newDatabase()
    const admin = new Client({ connectionString: url })
    await admin.connect()
    onTestFinished(() => admin.end())
    const first = await openStore(url)
    await first.commit({ set: [{ key: 'a', value: '1' }] })
    await first.close()

    await admin.query('DELETE FROM prentice_layout')
    await expect(openStore(url)).rejects.toThrow(/prentice_layout is empty: restore .* INSERT INTO/)
    await expect(openStore(url, { mustExist: true })).rejects.toThrow('prentice_layout is empty')
    await admin.query('INSERT INTO prentice_layout VALUES (1)')
    const again = await openStore(url)
    expect(await again.get('a')).toBe('1')
    await again.close()

    await admin.query('DROP TABLE prentice_layout')
    await expect(openStore(url)).rejects.toThrow(
      /only one of the two tables .*, prentice_entry: restore both/,
    )
  })
})

import { expect, it, test } from 'vitest'
import { checkStore } from '../../../src/app/doctor/check-server.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { describeEachStore, KEY_PEPPER } from '../../support/stores/stores.ts'

describeEachStore((kind) => {
  it('is a warning before the first start of the server, and in order after it', async () => {
    const url = await kind.newDatabase()
    const look = async () =>
      (await checkStore(url, KEY_PEPPER)).map(({ check, status, text, todo }) => [check, status, text, todo])
    const [missing] = await look()
    expect(missing).toEqual([
      'store',
      'warn',
      expect.stringMatching(/there is no database .+ yet|holds no data of Prentice yet/),
      expect.stringContaining('the server makes it at its first start'),
    ])
    await (await openStore(url, { keyPepper: KEY_PEPPER })).close()
    expect((await look())[0]?.slice(0, 2)).toEqual(['store', 'ok'])
  })

  it('says what its settings may lose, also before the first start', async () => {
    const url = await kind.newDatabase()
    const warnings = async () =>
      (await checkStore(url, KEY_PEPPER)).flatMap(({ check, status, text }) =>
        check === 'store' && status === 'warn' ? [text] : [],
      )
    const before = await warnings()
    await (await openStore(url, { keyPepper: KEY_PEPPER })).close()
    expect(before.slice(1)).toEqual(await warnings())
  })
})

test('a database on a server without KEY_PEPPER is refused, as the server refuses it', async () => {
  for (const url of ['postgres://127.0.0.1:1/x', 'redis://127.0.0.1:1'])
    expect(await checkStore(url, null)).toEqual([
      expect.objectContaining({
        status: 'fail',
        text: expect.stringContaining('need KEY_PEPPER'),
        todo: expect.stringMatching(/^fix this, or check DATABASE_URL and (PostgreSQL|Redis)$/),
      }),
    ])
})

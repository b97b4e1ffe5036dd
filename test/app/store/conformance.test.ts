import { openStore } from '../../../src/app/store/open/open-store.ts'
import { describeRemote, POSTGRES, REDIS, SQLITE } from '../../support/stores/stores.ts'
import { storeConformance } from './store-conformance.ts'

storeConformance('a SQLite file', async (now) => openStore(await SQLITE.newDatabase(), { now }))
storeConformance('SQLite in memory', (now) => openStore('sqlite::memory:', { now }))
for (const store of [POSTGRES, REDIS])
  describeRemote(store, () => {
    storeConformance(store.name, async (now) => openStore(await store.newDatabase(), { now }))
  })

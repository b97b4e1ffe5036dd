import { join } from 'node:path'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { storeConformance } from '../store-conformance.ts'

storeConformance('a SQLite file', (now) => openStore(`sqlite:${join(temporaryFolder(), 'p.db')}`, { now }))
storeConformance('SQLite in memory', (now) => openStore('sqlite::memory:', { now }))

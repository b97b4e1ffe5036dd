import { join } from 'node:path'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { storeConformance } from './conformance.ts'
import { temporaryFolder } from './temporary-folder.ts'

storeConformance('a SQLite file', (now) => openStore(`sqlite:${join(temporaryFolder(), 'p.db')}`, { now }))
storeConformance('SQLite in memory', (now) => openStore('sqlite::memory:', { now }))

/**
 * Writes test/fixtures/interface.json: all that callers of the interface count on, as the server describes it now. To
 * be run after an addition. A test fails where the server does not say any of it any more.
 */
import { writeFileSync } from 'node:fs'
import { openAppServer } from '../test/support/open-app-server.ts'
import { withoutWords } from '../test/support/without-words.ts'

const app = await openAppServer()
const { json } = await app.call('GET', '/openapi.json')
await app.close()
const file = new URL('../test/fixtures/interface.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(withoutWords(json), null, 1)}\n`)

/**
 * Writes test/app/http/v2/clients/interface.json: all that callers of the interface rely on, as the server describes it
 * now. Run it after an addition. A test fails if the server's description loses any of it.
 */
import { writeFileSync } from 'node:fs'
import { withoutWords } from '../test/app/http/v2/clients/strip-descriptions.ts'
import { openAppServer } from '../test/support/app/open-app-server.ts'

const app = await openAppServer()
const { json } = await app.call('GET', '/openapi.json')
await app.close()
const file = new URL('../test/app/http/v2/clients/interface.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(withoutWords(json), null, 1)}\n`)

import { expect, test } from 'vitest'
import { revokeKey } from '../../../../src/app/keys/key-record.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { findKey } from '../../../support/app/find-key.ts'
import { rawConnection } from '../../../support/app/raw-connection.ts'

test('each request on a connection has the rights of its own key', async () => {
  const app = await startAppServer()
  const jobs = `/v2/agent/${app.project}/job`
  const writer = await app.newKey()
  const reader = await app.newKey({ scopes: ['read'] })
  const connection = await rawConnection(app.url)
  let sent = 0
  const statusWith = async (key: string): Promise<number | undefined> => {
    const body = '{"prompt":"x"}'
    const lines = [
      `POST ${jobs} HTTP/1.1`,
      'Host: prentice',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ]
    await connection.send([...lines, '', body].join('\r\n'))
    sent += 1
    return (await connection.answers(sent))[sent - 1]?.status
  }
  expect(await statusWith(writer)).toBe(201)
  expect(await statusWith(writer)).toBe(201)
  expect(await statusWith(reader)).toBe(403)
  expect(await statusWith(`${writer.slice(0, -1)}!`)).toBe(401)
  expect(await statusWith(writer)).toBe(201)

  const deps = { store: app.store, now: () => app.clock.at, auditMs: 1, keyPepper: null }
  const found = await findKey(deps, writer)
  const id = found.kind === 'valid' ? found.key.id : ''
  expect(await revokeKey(deps, { accountId: 77, id }, A_TEST)).toBe('revoked')
  expect(await statusWith(writer)).toBe(401)
  connection.drop()
})

import { expect, test } from 'vitest'
import { revokeKey } from '../../../../src/app/keys/key-record.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'
import { listEntries } from '../../../support/app/list-entries.ts'
import { rawConnection } from '../../../support/app/raw-connection.ts'
import { until } from '../../../support/world/jobs.ts'

const BODY = '{"prompt":"x"}'

/** A request whose key, of that name, let it in, and whose body is still on its way. */
async function givenUpload(app: AppServer, name: string, path: string) {
  const key = await app.newKey({ name, expiresInDays: 7 })
  const connection = await rawConnection(app.url)
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: prentice',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
  ]
  await connection.send([...lines, '', BODY.slice(0, 5)].join('\r\n'))
  await until('the key to be seen', async () => ((await recordOf(app, name))?.lastUsedAt ? true : null))
  return async () => {
    await connection.send(BODY.slice(5))
    const [answer] = await connection.answers(1)
    connection.drop()
    return answer
  }
}

async function recordOf(app: AppServer, wanted: string) {
  const entries = await listEntries(app.store, 'key/')
  return entries.map(({ value }) => JSON.parse(value)).find(({ name }) => name === wanted)
}

type End = (app: AppServer, name: string) => Promise<unknown>

const revoke: End = async (app, name) =>
  revokeKey({ store: app.store, now: () => app.clock.at, auditMs: 1 }, await recordOf(app, name), A_TEST)
const letExpire: End = async (app) => {
  app.clock.at += 7 * 86_400_000
}

const ends: [string, End, RegExp][] = [
  ['revoked', revoke, /was revoked/],
  ['expired', letExpire, /has expired/],
]

for (const [how, end, why] of ends) {
  test(`a request whose key is ${how} while its body arrives creates nothing`, async () => {
    const app = await startAppServer()
    const jobs = `/v2/agent/${app.project}/job`
    const created = await app.call('POST', jobs, { body: { prompt: 'x' } })
    for (const path of [jobs, `${created.headers.get('location')}/message`]) {
      const finish = await givenUpload(app, path, path)
      await end(app, path)
      const answer = await finish()
      expect([answer?.status, JSON.parse(answer?.body ?? '').error]).toEqual([
        401,
        expect.stringMatching(why),
      ])
    }
    expect(await listEntries(app.store, 'msg/')).toHaveLength(1)
  })
}

test('a request whose key stays valid is accepted', async () => {
  const app = await startAppServer()
  const finish = await givenUpload(app, 'kept', `/v2/agent/${app.project}/job`)
  expect((await finish())?.status).toBe(201)
})

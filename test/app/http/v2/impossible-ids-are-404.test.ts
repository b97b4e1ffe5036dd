import { expect, test } from 'vitest'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'
import { describedOperations, pathOf } from '../../../support/app/described-operations.ts'
import { listEntries } from '../../../support/app/list-entries.ts'
import { type RawAnswer, rawConnection } from '../../../support/app/raw-connection.ts'

const IDS: readonly string[] = [
  'undefined',
  '{id}',
  '*',
  '%',
  '%zz',
  '%E0%A4%A',
  '%ff',
  '%00',
  '%0d%0aX-Injected:%201',
  '%2e%2e',
  '%2f',
  '..%2F..%2Fhealthz',
  'a%2Fb',
  '%22%3e%3cscript%3e',
  '__proto__',
  'a'.repeat(8_000),
  '%61'.repeat(2_500),
]

/** Exactly these bytes, which `fetch` would set right or refuse. */
async function asked(app: AppServer, method: string, path: string): Promise<RawAnswer> {
  const connection = await rawConnection(app.url, () => method === 'HEAD')
  const body = method === 'POST' ? ['Content-Type: application/json', 'Content-Length: 14'] : []
  const head = [`${method} ${path} HTTP/1.1`, 'Host: prentice', `Authorization: Bearer ${app.key}`, ...body]
  await connection.send(`${head.join('\r\n')}\r\n\r\n${method === 'POST' ? '{"prompt":"x"}' : ''}`)
  const [answer] = await connection.answers(1)
  connection.drop()
  if (answer === undefined) throw new Error(`no answer to ${method} ${path}`)
  return answer
}

test('malformed, encoded and very long ids get a short 404 on every operation, and change nothing', async () => {
  const app = await startAppServer()
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const values = { projectId: app.project, id: String(json.id), number: '1' }
  const before = await listEntries(app.store)
  for (const { id: operation, method, path } of await describedOperations(app)) {
    for (const name of Object.keys(values).filter((one) => path.includes(`{${one}}`))) {
      for (const id of IDS) {
        // A dot segment, by the URL standard: the path is `/v2/jobs`, a separate operation.
        if (operation === 'listJobs' && id === '%2e%2e') continue
        const where = [operation, name, id.slice(0, 30)]
        const { status, headers, body } = await asked(app, method, pathOf(path, { ...values, [name]: id }))
        expect([...where, status, JSON.parse(body)]).toEqual([
          ...where,
          404,
          {
            error: expect.stringMatching(
              /^there is no(thing at)? |^this job has no run ".{0,80}"; it has only run 1$/,
            ),
          },
        ])
        // The id is repeated, and only so much of it that a log or a page can bear it.
        expect([...where, body.length < 200]).toEqual([...where, true])
        expect(headers['x-injected']).toBeUndefined()
      }
    }
  }
  const lastUsed = /"lastUsedAt":[^,]+/
  const unused = (entries: typeof before) => entries.map(({ value }) => value.replace(lastUsed, ''))
  expect(unused(await listEntries(app.store))).toEqual(unused(before))
})

test('a job is found only under its project, also by a key for both projects', async () => {
  const app = await startAppServer()
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const own = JSON.parse((await app.store.get(projectKeys.record(app.project))) ?? '')
  const other = { ...own, id: 'prj_other', repositoryId: 99, name: 'other' }
  await app.store.commit({
    set: [
      { key: projectKeys.record(other.id), value: JSON.stringify(other) },
      { key: projectKeys.ofAccount(own.accountId, other.id), value: other.id },
    ],
  })
  const operations = (await describedOperations(app)).filter(({ path }) => path.includes('{id}'))
  const narrow = await app.newKey({ projectIds: [other.id] })
  for (const { id: operation, method, path, operation: described } of operations) {
    const body = described.requestBody?.content['application/json']?.example
    const values = { id: String(json.id), number: '1' }
    for (const key of [app.key, narrow]) {
      const elsewhere = pathOf(path, { ...values, projectId: other.id })
      const answer = await app.call(method, elsewhere, { key, body })
      expect([operation, answer.status]).toEqual([operation, 404])
    }
    const covered = pathOf(path, { ...values, projectId: app.project })
    const hidden = await app.call(method, covered, { key: narrow, body })
    expect([operation, hidden.status, hidden.json.error]).toEqual([
      operation,
      404,
      expect.stringContaining('no project'),
    ])
  }
})

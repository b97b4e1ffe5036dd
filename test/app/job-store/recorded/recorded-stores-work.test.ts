import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { findSession } from '../../../../src/app/sessions/sessions.ts'
import { FORMAT } from '../../../../src/app/store/format.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { RUN_SECRET_HEADER, runnerPaths } from '../../../../src/contract/runner-protocol/protocol.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { SECRET } from '../../../support/app/claimed-runner.ts'
import { describeEachStore, KEY_PEPPER } from '../../../support/stores/stores.ts'
import { readStore, recountEntries } from '../../../support/world/check-indexes.ts'
import { Recording, recordStore } from './record-store.ts'

const FOLDER = join(import.meta.dirname, 'stores')
const versions = readdirSync(FOLDER).map((file) => ({
  version: file.replace(/\.json$/, ''),
  recording: Recording.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))),
}))

const newVersion = process.env.RECORD_STORE
if (newVersion !== undefined)
  test('the store of this version is recorded', async () => {
    const recording = JSON.stringify(await recordStore(FORMAT), null, 1)
    writeFileSync(join(FOLDER, `${newVersion}.json`), `${recording}\n`)
  })

describe.each(versions)('what version $version knows', ({ recording }) => {
  const ajv = new Ajv2020({ strict: false })

  test('is in the records that this version writes, so that both may run side by side', async () => {
    const { entries } = await recordStore(FORMAT)
    const unread = Object.entries(recording.schemas).flatMap(([family, schema]) => {
      const validate = ajv.compile(schema)
      const own = entries.filter(({ key }) => key.startsWith(family))
      expect([family, own.length]).not.toEqual([family, 0])
      return own.flatMap(({ key, value }) =>
        validate(JSON.parse(value)) ? [] : [`${key}: ${ajv.errorsText(validate.errors)}`],
      )
    })
    expect(unread).toEqual([])
  })
})

describeEachStore((kind) => {
  test.each(versions)(
    'jobs, keys and sessions that version $version wrote continue',
    async ({ recording }) => {
      const { entries, jobs, key, cookie, run, at } = recording
      const databaseUrl = await kind.newDatabase()
      const filled = await openStore(databaseUrl, { keyPepper: KEY_PEPPER })
      await filled.commit({ set: entries })
      await filled.close()

      const app = await startAppServer({ databaseUrl })
      app.clock.at = at
      const callJob = (method: string, id: string, path = '', body?: object) =>
        app.call(method, `/v2/agent/${app.project}/job/${id}${path}`, { key, body })
      const statuses = async () =>
        Promise.all(Object.values(jobs).map(async (id) => (await callJob('GET', id)).json.status))
      expect(await statuses()).toEqual(['active', 'active', 'failed', 'completed', 'archived'])
      for (const id of Object.values(jobs)) {
        const view = entries.find((entry) => entry.key.startsWith(`view/${id}/`))?.value ?? ''
        expect(view).toContain((await callJob('GET', id)).text.slice(1, -1))
      }
      expect((await callJob('GET', jobs.failed, '/runs')).json).toMatchObject({
        runs: [{ number: 1, state: 'failed', reason: { code: 'model-failed' }, usage: { steps: 1 } }],
      })
      expect((await callJob('GET', jobs.failed, '/runs/1/patch')).text).toBe('diff --git a/a b/a\n')
      expect((await callJob('GET', jobs.waiting, '/messages')).json.messages).toHaveLength(2)
      expect((await app.call('GET', `/v2/agent/${app.project}/jobs`, { key })).json.jobs).toHaveLength(5)
      const deps = { store: app.store, now: () => at }
      expect(await findSession(deps, cookie)).toMatchObject({ record: { person: { login: 'ada' } } })

      // A runner of that version continues to report.
      const report = (path: string, body: object) =>
        app.call('POST', path, { key: null, body, headers: { [RUN_SECRET_HEADER]: SECRET } })
      const event = { seq: 2, at: new Date(at).toISOString(), event: { type: 'note', text: 'It ends.' } }
      expect((await report(runnerPaths.events(run), { events: [event], acknowledged: 1 })).status).toBe(200)
      const result = {
        outcome: 'no-change',
        acknowledged: 1,
        summary: 'Nothing.',
        usage: null,
        headSha: null,
      }
      expect((await report(runnerPaths.result(run), result)).status).toBe(200)

      for (const [id, path, body] of [
        [jobs.waiting, '/message', { prompt: 'And in LICENSE' }],
        [jobs.completed, '/message', { prompt: 'Write it' }],
        [jobs.failed, '/retry', {}],
        [jobs.archived, '/unarchive', {}],
        [jobs.working, '/cancel', {}],
      ] as const) {
        const { status, text } = await callJob('POST', id, path, body)
        expect([path, status, text]).toEqual([path, 200, expect.stringContaining(id)])
      }
      expect(recountEntries(await readStore(app.store)).wrong).toEqual([])
    },
  )
})

import { expect, test } from 'vitest'
import { checkProtocolVersion } from '../../../../src/app/domain/protocol-version.ts'
import { jobKeys } from '../../../../src/app/job-store/job-record.ts'
import { readResults } from '../../../../src/app/job-store/run-history.ts'
import {
  FEATURES,
  REASON_HEADER,
  RUN_SECRET_HEADER,
  runnerPaths,
} from '../../../../src/contract/runner-protocol/protocol.ts'
import { listEntries } from '../../../support/app/list-entries.ts'
import { dispatchingGithub } from '../../../support/app/use-cases.ts'
import { runnersAtTheDoor } from './runner-requests.ts'

const MESSAGE = expect.stringMatching(
  /^The action is newer than this server: it uses protocol 7, and the server 1\. Upgrade the server/,
)

test('versions from the oldest to the newest are served, and otherwise the message names the older side', () => {
  const served = { oldest: 2, newest: 4 }
  expect([2, 3, 4].map((spoken) => checkProtocolVersion(spoken, served))).toEqual([null, null, null])
  expect(checkProtocolVersion(5, served)?.code).toBe('server-too-old')
  const old = checkProtocolVersion(1, served)
  expect(old?.code).toBe('action-too-old')
  expect(old?.message).toMatch(
    /it uses protocol 1, and the server serves 2 and later\. Update the `uses:` line/,
  )
})

test('registration with a newer protocol gets 426 with the fix and the reason code, and creates no job', async () => {
  const { app, register } = await runnersAtTheDoor()
  const { status, json, headers } = await register(500, { protocol: 7 })
  expect([status, json]).toEqual([426, { error: MESSAGE }])
  expect(headers.get(REASON_HEADER)).toBe('server-too-old')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(await listEntries(app.store, 'job/')).toEqual([])
  // With a matching version, the same workflow run would get an assignment: nothing was used up.
  expect((await register(500)).status).toBe(200)
})

test('a claim with a newer protocol gets 426, and the job fails with the same message', async () => {
  const { app, register, claim } = await runnersAtTheDoor()
  const { run, job } = (await register(500)).json
  const { status, json, headers } = await claim(500, String(run), { protocol: 7 })
  expect([status, json]).toEqual([426, { error: MESSAGE }])
  expect(headers.get(REASON_HEADER)).toBe('server-too-old')
  const path = `/v2/agent/${app.project}/job/${job}`
  const got = await app.call('GET', path)
  expect([got.json.status, got.headers.get('x-job-reason')]).toEqual(['failed', 'server-too-old'])
  const { runs } = (await app.call('GET', `${path}/runs`)).json
  expect(runs).toMatchObject([{ state: 'failed', reason: { code: 'server-too-old', message: json.error } }])
  expect((await claim(500, String(run))).status).toBe(410)
})

test('the protocol version is checked only if the claimant is valid', async () => {
  const { app, register, claim } = await runnersAtTheDoor()
  const { run, job } = (await register(500)).json
  expect((await claim(501, String(run), { protocol: 7 })).status).toBe(403)
  expect((await app.call('GET', `/v2/agent/${app.project}/job/${job}`)).json.status).toBe('active')
})

const CHECKED = {
  readProjectFiles: async () => ({
    settings: [{ path: 'x.yml', text: 'checks: [npm test]' }],
    instructions: [],
  }),
}

test('a claim without support for the checks of the project gets 426, and its prompt goes to the next run', async () => {
  const { app, register, claim } = await runnersAtTheDoor({ github: dispatchingGithub([], CHECKED) })
  const { run, job } = (await register(500)).json
  const refused = await claim(500, String(run), { features: ['saved-patch', 'a feature of later'] })
  expect([refused.status, refused.headers.get(REASON_HEADER)]).toEqual([426, 'action-too-old'])
  expect(refused.json.error).toMatch(/it does not support checks, which the settings/)
  const { runs } = (await app.call('GET', `/v2/agent/${app.project}/job/${job}/runs`)).json
  expect(runs).toMatchObject([{ state: 'failed', reason: { code: 'action-too-old' }, startedAt: null }])
})

test('each side announces its features, and ignores unknown names', async () => {
  const { register, claim } = await runnersAtTheDoor({ github: dispatchingGithub([], CHECKED) })
  const { run } = (await register(500)).json
  const { status, json } = await claim(500, String(run), { features: ['checks', 'a feature of later'] })
  expect([status, json.features]).toEqual([200, [...FEATURES]])
  expect(json.checks).toBeDefined()
})

test('a run can end with an unknown reason code, with the message of the action', async () => {
  const { app, register, claim } = await runnersAtTheDoor()
  const { run, job } = (await register(500)).json
  expect((await claim(500, String(run))).status).toBe(200)
  const later = { code: 'runner-on-fire', message: 'The runner burns. Put it out.' }
  const patchDescription = { title: 't', body: 'b', commitMessage: 'c', endedBy: later }
  const told = { acknowledged: 1, summary: null, usage: null, published: null }
  const sent = await app.call('POST', runnerPaths.result(String(run)), {
    key: null,
    headers: { [RUN_SECRET_HEADER]: 's'.repeat(43) },
    body: { outcome: 'failed', ...told, reason: later, patchDescription },
  })
  expect([sent.status, sent.json]).toEqual([200, { recorded: true, note: 'recorded' }])
  const taken = { code: 'action-failed', message: later.message }
  const record = await app.store.get(jobKeys.record({ project: app.project, job: String(job) }))
  expect(JSON.parse(record ?? '').run.report).toMatchObject({ outcome: 'failed', reason: taken })
  const [result] = await readResults(app.store, String(job), [{ number: 1 }])
  expect(result).toMatchObject({ reason: taken, patchDescription: { endedBy: taken } })
})

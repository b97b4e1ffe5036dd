import { expect, test } from 'vitest'
import type { CheckRunFields } from '../../../../src/app/github/pull-request.ts'
import { message, NOW, REPOSITORY, SHA, TOKENS, world } from '../github-world.ts'

const REPO = '/repos/acme/hello'
const COMMENTS = `${REPO}/issues/12/comments`

const FIELDS: CheckRunFields = {
  conclusion: null,
  title: 'Working',
  summary: 'All of it',
  annotations: [],
  buttons: [{ label: 'Stop', description: 'Cancel the run', identifier: 'stop' }],
  detailsUrl: null,
}

test('a comment is created, and its id is returned', async () => {
  const { api, github } = world()
  api.post(COMMENTS).reply(201, { id: 900 })
  expect(await github.createComment(REPOSITORY, 12, 'Hello')).toEqual({ kind: 'written', id: 900 })
})

test.each([
  [403, 'Resource not accessible by integration', { kind: 'not-granted', isDoubtful: true }],
  [403, 'Unable to create comment because issue is locked.', { kind: 'refused' }],
  [404, 'Not Found', { kind: 'refused', isDoubtful: true }],
  [410, 'Issues are disabled for this repo', { kind: 'refused' }],
  [422, 'Validation Failed', { kind: 'refused' }],
])('the status %i with "%s" is %j', async (status, detail, refused) => {
  const { api, github } = world()
  api.post(COMMENTS).reply(status, message(detail))
  expect(await github.createComment(REPOSITORY, 12, 'Hello')).toEqual({ ...refused, detail })
})

test.each([
  [502, {}],
  [429, {}],
  [403, { 'retry-after': '60' }],
])('an outage or a limit is no refusal: %i', async (status, headers) => {
  const { api, github } = world()
  api.post(COMMENTS).reply(status, message('later'), headers)
  await expect(github.createComment(REPOSITORY, 12, 'x')).rejects.toMatchObject({ name: 'GithubUnavailable' })
})

test('a suspended installation may come back', async () => {
  const { api, github } = world({ token: false })
  api.post(TOKENS).reply(403, message('This installation has been suspended'))
  await expect(github.createComment(REPOSITORY, 12, 'x')).rejects.toMatchObject({
    name: 'GithubUnavailable',
    retryAt: NOW + 600_000,
    isLimit: false,
  })
})

test('only a comment of our bot with the marker is ours', async () => {
  const { api, github } = world()
  api.get('/app').reply(200, { slug: 'prentice', client_id: 'Iv23liprentice' })
  api.get('/app/installations?per_page=100').reply(200, [{ id: 11, account: { id: 7, login: 'acme' } }])
  api.get('/users/prentice%5Bbot%5D').reply(200, { id: 41 })
  api.get(`${COMMENTS}?per_page=100&since=2026-11-20T12%3A00%3A00.000Z`).reply(200, [
    { id: 1, body: '<!-- m -->', user: { id: 5 } },
    { id: 2, body: '<!-- other -->', user: { id: 41 } },
    { id: 3, body: null, user: null },
    { id: 4, body: 'x <!-- m -->', user: { id: 41 } },
  ])
  const search = { marker: '<!-- m -->', since: new Date('2026-11-20T12:00:00Z') }
  expect(await github.findOwnComment(REPOSITORY, 12, search)).toBe(4)
})

test('a check run in progress has a button, and an ended one its conclusion and annotations', async () => {
  const { api, github } = world()
  const bodies: unknown[] = []
  api.post(`${REPO}/check-runs`, (body) => bodies.push(body) > 0).reply(201, { id: 21 })
  api.patch(`${REPO}/check-runs/21`, (body) => bodies.push(body) > 0).reply(200, { id: 21 })
  const check = { ...FIELDS, name: 'Prentice', headSha: SHA, externalId: 'run_1' }
  expect(await github.createCheckRun(REPOSITORY, check)).toEqual({ kind: 'written', id: 21 })
  const annotations = [{ path: 'a.yml', line: 1, title: 'npm test', message: 'exit code 1' }]
  const ended = {
    ...FIELDS,
    conclusion: 'failure',
    annotations,
    buttons: [],
    detailsUrl: 'https://x',
  } as const
  expect(await github.updateCheckRun(REPOSITORY, 21, ended)).toEqual({ kind: 'written', id: 21 })
  expect(bodies).toEqual([
    {
      name: 'Prentice',
      head_sha: SHA,
      external_id: 'run_1',
      status: 'in_progress',
      output: { title: 'Working', summary: 'All of it' },
      actions: FIELDS.buttons,
    },
    {
      status: 'completed',
      conclusion: 'failure',
      details_url: 'https://x',
      output: {
        title: 'Working',
        summary: 'All of it',
        annotations: [
          {
            path: 'a.yml',
            start_line: 1,
            end_line: 1,
            annotation_level: 'failure',
            title: 'npm test',
            message: 'exit code 1',
          },
        ],
      },
      actions: [],
    },
  ])
})

test('a check run is found by its external id', async () => {
  const { api, github } = world()
  const list = `${REPO}/commits/${SHA}/check-runs?check_name=Prentice&filter=all&per_page=100`
  api.get(list).reply(200, {
    check_runs: [
      { id: 1, external_id: 'run_0' },
      { id: 2, external_id: 'run_1' },
    ],
  })
  const search = { name: 'Prentice', headSha: SHA, externalId: 'run_1' }
  expect(await github.findCheckRun(REPOSITORY, search)).toBe(2)
})

test.each([
  [200, { permission: 'write', role_name: 'maintain', user: { id: 5 } }, 5],
  [200, { permission: 'none', role_name: '', user: null }, undefined],
  [404, message('Not Found'), undefined],
])('the permission of a person is read: %i %j', async (status, body, userId) => {
  const { api, github } = world()
  api.get(`${REPO}/collaborators/ana/permission`).reply(status, body)
  expect((await github.permissionOf(REPOSITORY, 'ana'))?.userId).toBe(userId)
})

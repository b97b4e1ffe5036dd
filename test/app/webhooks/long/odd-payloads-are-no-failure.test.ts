import { expect, test } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { jobKeys } from '../../../../src/app/job-store/job-record.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { dispatchingGithub } from '../../../support/app/use-cases.ts'

const ANA = { id: 5, login: 'ana', type: 'User' }
const TEXT = { id: 900, body: '/prentice fix it', user: ANA, author_association: 'MEMBER' }
const ISSUE = { number: 12, title: 'x', body: 'y', user: ANA, updated_at: '2027-01-15T08:00:00Z' }
const OWNER = { id: 77, login: 'acme', type: 'Organization' }
const REPOSITORY = { id: 1234, name: 'docs', private: true, default_branch: 'main', owner: OWNER }
const COMMON = { repository: REPOSITORY, sender: ANA }
const PULL = { number: 18, user: ANA }
const INSTALLATION = { id: 1, account: OWNER, permissions: { issues: 'write' } }

const payloads = (job: string): readonly (readonly [string, Record<string, unknown>])[] => [
  ['issue_comment', { ...COMMON, action: 'created', issue: ISSUE, comment: TEXT }],
  ['issues', { ...COMMON, action: 'labeled', issue: ISSUE, label: { name: 'prentice' } }],
  [
    'pull_request_review',
    { ...COMMON, action: 'submitted', pull_request: PULL, review: { ...TEXT, id: 70 } },
  ],
  [
    'pull_request_review_comment',
    { ...COMMON, action: 'created', pull_request: PULL, comment: { ...TEXT, pull_request_review_id: 70 } },
  ],
  ['pull_request', { ...COMMON, action: 'closed', pull_request: PULL }],
  ['push', { ...COMMON, ref: 'refs/heads/main' }],
  ['workflow_run', { ...COMMON, action: 'completed', workflow_run: { id: 9, display_title: 'x' } }],
  [
    'check_run',
    {
      ...{ ...COMMON, action: 'requested_action', requested_action: { identifier: 'stop' } },
      check_run: { id: 9, external_id: runId({ project: 'prj_ya', job, run: 1 }) },
    },
  ],
  ['check_run', { ...COMMON, action: 'rerequested', check_run: { id: 9, external_id: '' } }],
  [
    'check_suite',
    {
      ...{ ...COMMON, action: 'rerequested' },
      check_suite: { head_sha: 'a'.repeat(40), pull_requests: [{ number: 18 }] },
    },
  ],
  ['repository', { ...COMMON, action: 'renamed' }],
  ['repository', { ...COMMON, action: 'transferred', installation: { id: 1 } }],
  ['repository', { ...COMMON, action: 'deleted' }],
  ['installation', { action: 'created', installation: INSTALLATION, repositories: [REPOSITORY] }],
  ['installation', { action: 'new_permissions_accepted', installation: INSTALLATION }],
  [
    'installation_repositories',
    {
      ...{ action: 'added', installation: INSTALLATION },
      repositories_added: [REPOSITORY],
      repositories_removed: [],
    },
  ],
]

/** The payload with each of its fields, at any depth, replaced. */
function* variants(value: unknown, odd: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, field] of Object.entries(value)) {
    if (name === 'action') continue
    yield { ...value, [name]: odd }
    for (const inner of variants(field, odd)) yield { ...value, [name]: inner }
  }
}

test.each([
  ['missing', undefined],
  ['null', null],
  ['a text', 'x'],
  ['a number', -1.5],
  ['a list', [[]]],
])('no field that is %s fails the server', async (_, odd) => {
  const permissionOf = async () => null
  const app = await startAppServer({ github: dispatchingGithub([], { permissionOf }) })
  const created = await app.call('POST', '/v2/agent/prj_ya/job', { body: { prompt: 'x' } })
  const job = created.headers.get('location')?.split('/').at(-1) ?? ''
  const value = JSON.stringify({ project: 'prj_ya', job })
  await app.store.commit({ set: [{ key: jobKeys.ofPullRequest(1234, 18), value }] })
  const failed: string[] = []
  for (const [event, payload] of payloads(job))
    for (const variant of [payload, ...variants(payload, odd)]) {
      const { status } = await app.webhook(event, variant as object)
      if (status >= 500) failed.push(`${event} ${JSON.stringify(variant).slice(0, 400)}`)
    }
  expect(failed).toEqual([])
})

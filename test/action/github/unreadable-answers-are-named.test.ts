import { expect, test } from 'vitest'
import { connectIssues, type Issues } from '../../../src/action/control-plane/standalone/connect-issues.ts'
import { readRepository } from '../../../src/action/control-plane/standalone/workflow-run.ts'
import { openPullRequest } from '../../../src/action/pull-request/open-pull-request.ts'
import { listen } from '../../fakes/listen.ts'

const REPOSITORY = '/repos/o/r'
const PATIENCE = { now: () => 0, deadline: 0, onWait: () => {}, pause: async () => undefined }

/** A GitHub that answers everything with the same JSON. */
async function answering(body: unknown, text = JSON.stringify(body)) {
  const apiUrl = await listen((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  })
  const { signal } = new AbortController()
  const place = { apiUrl, token: 'ghs_token', signal }
  return { place, issues: connectIssues({ ...place, owner: 'o', name: 'r', repositoryId: 7 }) }
}

const READS: readonly (readonly [string, string, (issues: Issues) => Promise<unknown>])[] = [
  ['a right', '/collaborators/ana/permission', (issues) => issues.mayWrite({ id: 1, login: 'ana' })],
  ['a comment', '/issues/comments/7', (issues) => issues.readComment(7)],
  ['the comments', '/issues/3/comments', (issues) => issues.listComments(3)],
  ['a written comment', '/issues/3/comments', (issues) => issues.comment(3, 'x', PATIENCE)],
  ['a file', '/contents/x.yml', (issues) => issues.readFile('x.yml')],
  ['a workflow run', '/actions/runs/1', (issues) => issues.readRun(1)],
  ['the workflow runs', '/actions/workflows/x.yml/runs', (issues) => issues.listRuns('x.yml', new Date(0))],
  ['a pull request', '/pulls/3', (issues) => issues.readPull(3)],
]

const BROKEN: readonly (readonly [string, object | null])[] = [
  ['null', null],
  ['no fields', {}],
  ['nulls', [null]],
  ['runs that are null', { workflow_runs: null }],
]

test.each(
  READS.flatMap(([what, path, read]) =>
    BROKEN.map(([body, given]) => [what, body, path, given, read] as const),
  ),
)('%s that is %s fails with the request, or counts as nothing', async (what, _, path, given, read) => {
  const { issues } = await answering(given)
  // A folder is a list, whatever is in it.
  if (what === 'a file' && Array.isArray(given)) return void expect(await read(issues)).toBeNull()
  await expect(read(issues)).rejects.toMatchObject({
    reason: {
      code: 'fetch-failed',
      message: expect.stringContaining(
        `GitHub's response to ${REPOSITORY}${path} is not as GitHub describes it`,
      ),
    },
  })
})

test('the message names the field', async () => {
  const { place } = await answering({ id: 1, name: 'r', owner: { login: null } })
  await expect(readRepository({ environment: {}, ...place, repository: 'o/r' })).rejects.toThrow(
    '`owner.login`',
  )
})

test('an id that no number holds is named, too', async () => {
  const { issues } = await answering(null, '{"id":9007199254740993}')
  await expect(issues.comment(3, 'x', PATIENCE)).rejects.toThrow('`id`')
})

test('a comment without its optional fields is read', async () => {
  const url = { html_url: 'https://github.com/o/r/issues/3#x', issue_url: 'https://github.com/o/r/issues/3' }
  const { issues } = await answering({ ...url, body: null, user: null, created_at: 'a', updated_at: 'a' })
  expect(await issues.readComment(7)).toMatchObject({ body: '', user: null, issue: 3, app: null })
})

test('a reaction of which GitHub tells no account is no failure', async () => {
  const { issues } = await answering({ user: null })
  expect(await issues.react(7)).toBeNull()
})

test('a pull request whose response cannot be read is looked for, and named in the reason', async () => {
  const { place } = await answering([{ number: 5, head: null }])
  const { now, pause } = { now: () => 0, pause: async () => undefined }
  const opened = await openPullRequest({
    ...{ ...place, owner: 'o', name: 'r', known: null, base: 'main', branch: 'x', title: 't', body: 'b' },
    ...{ draft: false, draftNote: null, now, pause, deadline: 0, onWait: () => {} },
  })
  expect(opened).toMatchObject({ ok: false, reason: { code: 'pull-request-refused' } })
  expect(!opened.ok && opened.reason.message).toContain('/repos/o/r/pulls')
})

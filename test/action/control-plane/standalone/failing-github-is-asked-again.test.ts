import { expect, test } from 'vitest'
import { connectIssues } from '../../../../src/action/control-plane/standalone/connect-issues.ts'
import { connectStandalone } from '../../../../src/action/control-plane/standalone/standalone.ts'
import { readRepository } from '../../../../src/action/control-plane/standalone/workflow-run.ts'
import type { Log } from '../../../../src/action/log/log.ts'
import { readInputs } from '../../../../src/action/start/inputs.ts'
import { answerJson, listen } from '../../../fakes/listen.ts'

const COMMENT = {
  ...{ id: 7, body: 'Mark it', user: { id: 1, login: 'ana', type: 'User' } },
  ...{
    html_url: 'https://github.com/o/r/issues/3#issuecomment-7',
    issue_url: 'https://github.com/o/r/issues/3',
  },
  ...{ created_at: '2026-11-20T12:00:00Z', updated_at: '2026-11-20T12:00:00Z' },
}
const REPOSITORY = {
  ...{ id: 1, name: 'r', owner: { login: 'o' }, html_url: 'https://github.com/o/r', private: true },
  default_branch: 'main',
}

/** A GitHub that answers with the first statuses, one for each request, and then with what it should. */
async function givenGithub(failures: readonly number[], body: object) {
  const asked: string[] = []
  const apiUrl = await listen((request, response) => {
    asked.push(`${request.method}`)
    const failure = failures[asked.length - 1]
    if (failure === undefined) answerJson(response, request.method === 'POST' ? 201 : 200, body)
    else answerJson(response, failure, { message: 'Something went wrong' })
  })
  const { signal } = new AbortController()
  const place = { apiUrl, token: 'ghs_token', signal }
  return { asked, place, issues: connectIssues({ ...place, owner: 'o', name: 'r', repositoryId: 7 }) }
}

test('a read that GitHub fails for a moment is repeated', async () => {
  const { asked, issues } = await givenGithub([502], COMMENT)
  expect(await issues.readComment(7)).toMatchObject({ body: 'Mark it', issue: 3 })
  expect(asked).toEqual(['GET', 'GET'])
})

test('reading the repository, with which every run begins, is repeated, too', async () => {
  const { asked, place } = await givenGithub([503], REPOSITORY)
  expect(await readRepository({ environment: {}, ...place, repository: 'o/r' })).toMatchObject({
    default_branch: 'main',
  })
  expect(asked).toEqual(['GET', 'GET'])
})

test('changing the comment that says how the run ended is repeated, too', async () => {
  const { asked, issues } = await givenGithub([500], COMMENT)
  await issues.updateComment(7, 'Done', null)
  expect(asked).toEqual(['PATCH', 'PATCH'])
})

test('a rate limit is waited for at the end of the run, unless the runner kills it within seconds', async () => {
  const { asked, issues } = await givenGithub([429, 429, 429], COMMENT)
  await expect(issues.updateComment(7, 'Done', null)).rejects.toMatchObject({ status: 429 })
  const waits: string[] = []
  const pauses: number[] = []
  await issues.updateComment(7, 'Done', {
    ...{ now: () => 0, deadline: 300_000 },
    onWait: (text) => waits.push(text),
    pause: async (milliseconds) => pauses.push(milliseconds),
  })
  expect(asked).toHaveLength(4)
  expect(pauses).toEqual([60_000, 120_000])
  expect(waits[0]).toContain('The next attempt is in 60 seconds.')
})

test('a comment that a rate limit refuses is written later, once', async () => {
  const { asked, issues } = await givenGithub([429], COMMENT)
  const patience = { now: () => 0, deadline: 300_000, onWait: () => {}, pause: async () => undefined }
  expect(await issues.comment(3, 'Working', patience)).toBe(7)
  expect(asked).toEqual(['POST', 'POST'])
})

test('a rate limit that lasts longer than the run waits is reported', async () => {
  const { issues } = await givenGithub([429], COMMENT)
  const patience = { now: () => 0, deadline: 59_000, onWait: () => {} }
  await expect(issues.updateComment(7, 'Done', patience)).rejects.toMatchObject({ status: 429 })
})

test('a comment is not written again: GitHub may have it', async () => {
  const { asked, issues } = await givenGithub([502], COMMENT)
  const patience = { now: () => 0, deadline: 300_000, onWait: () => {} }
  await expect(issues.comment(3, 'Working', patience)).rejects.toMatchObject({ status: 502 })
  expect(asked).toEqual(['POST'])
})

test('a refusal of GitHub is final', async () => {
  const { asked, issues, place } = await givenGithub([403, 403], COMMENT)
  await expect(issues.readComment(7)).rejects.toMatchObject({ status: 403 })
  await expect(readRepository({ environment: {}, ...place, repository: 'o/r' })).rejects.toThrow(
    'GitHub responded with HTTP 403',
  )
  expect(asked).toEqual(['GET', 'GET'])
})

test.each([
  ['API rate limit exceeded for installation', /^API rate limit exceeded/],
  ['Resource not accessible by integration', /lacks a permission/],
])('a 403 because of "%s" is told as what it is', async (message, told) => {
  const apiUrl = await listen((request, response) => {
    if (request.url === '/repos/o/r') answerJson(response, 200, REPOSITORY)
    else answerJson(response, 403, { message })
  })
  const ignore = () => {}
  const log: Log = {
    ...{ info: ignore, notice: ignore, warning: ignore, failure: ignore },
    group: (_, work) => work(),
  }
  const run = connectStandalone(
    { kind: 'standalone', prompt: 'x', model: 'anthropic/x', token: 'ghs_token' },
    {
      ...{ apiUrl, repository: 'o/r', id: 'abc', now: Date.now, log, rememberComment: () => {} },
      inputs: readInputs({}),
      environment: {
        ...{
          GITHUB_EVENT_NAME: 'workflow_dispatch',
          GITHUB_RUN_ID: '1',
          GITHUB_SERVER_URL: 'https://github.com',
        },
        ...{
          GITHUB_REPOSITORY: 'o/r',
          GITHUB_WORKFLOW_REF: 'o/r/.github/workflows/prentice.yml@refs/heads/main',
        },
      },
      signal: new AbortController().signal,
    },
  )
  await expect(run).rejects.toThrow(told)
})

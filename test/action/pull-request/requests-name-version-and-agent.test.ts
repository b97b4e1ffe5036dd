import { expect, test } from 'vitest'
import { mintIdToken } from '../../../src/action/control-plane/server/oidc-token.ts'
import { readRepository } from '../../../src/action/control-plane/standalone/workflow-run.ts'
import { openPullRequest, updateText } from '../../../src/action/pull-request/open-pull-request.ts'
import { answerJson, listen } from '../../fakes/listen.ts'

const repository = {
  ...{ id: 1, name: 'r', owner: { login: 'o' }, html_url: 'https://github.com/o/r', private: true },
  default_branch: 'main',
}
const pull = { number: 7, html_url: 'https://github.com/o/r/pull/7', body: '' }

/** A GitHub that notes which version of the API and which agent each request names. */
async function startGithub() {
  const seen: string[] = []
  const apiUrl = await listen(async (request, response) => {
    const { 'x-github-api-version': version, 'user-agent': agent } = request.headers
    const path = request.url?.split('?')[0]
    seen.push(`${request.method} ${path} ${version} ${agent?.split(' ')[0]}`)
    if (path === '/oidc') return answerJson(response, 200, { value: 'a.b.c' })
    if (path === '/repos/o/r') return answerJson(response, 200, repository)
    answerJson(response, 200, request.method === 'GET' ? [] : pull)
  })
  return { apiUrl, seen }
}

test('every request to GitHub names the version of the API and the action', async () => {
  const { apiUrl, seen } = await startGithub()
  const { signal } = new AbortController()
  const access = { apiUrl, token: 'ghs_token', owner: 'o', name: 'r', signal }
  await readRepository({ environment: {}, apiUrl, repository: 'o/r', token: 'ghs_token', signal })
  await mintIdToken({ url: `${apiUrl}/oidc?a=b`, token: 'x' }, 'https://app.example', signal)
  const retry = { now: Date.now, deadline: 0, onWait() {} }
  const target = { known: null, base: 'main', branch: 'b' }
  const proposal = { ...target, title: 'T', body: 'B', draft: false, draftNote: null }
  await openPullRequest({ ...access, ...retry, ...proposal })
  await updateText({ ...access, ...retry }, { number: 7, body: 'C' })
  expect(seen).toEqual([
    'GET /repos/o/r 2022-11-28 prentice-action',
    // Not the REST API.
    'GET /oidc undefined prentice-action',
    'GET /repos/o/r/pulls 2022-11-28 prentice-action',
    'POST /repos/o/r/pulls 2022-11-28 prentice-action',
    'PATCH /repos/o/r/pulls/7 2022-11-28 prentice-action',
  ])
})

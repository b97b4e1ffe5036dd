import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectIssues } from '../../../src/action/control-plane/standalone/connect-issues.ts'

const MOVED = { message: 'Moved Permanently', documentation_url: 'https://docs.github.com/rest' }
const COMMENT = {
  ...{
    id: 7,
    body: 'A secret',
    html_url: 'https://github.com/o/r/issues/3#7',
    issue_url: 'https://x/issues/3',
  },
  ...{ user: null, created_at: '2030-01-01T00:00:00Z', updated_at: '2030-01-01T00:00:00Z' },
}

/** A GitHub on which `o/old` is now `o/new`, and issue 9 of it is in the repository 8, which the token may read. */
async function scene(repositoryId: number | null) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    asked.push(`${request.method} ${path}`)
    const answer = (status: number, body: unknown, location?: string) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
        .end(JSON.stringify(body))
    const moved = request.method === 'GET' ? 301 : 307
    if (path === '/repositories/5') return answer(200, { id: 5, name: 'new', owner: { login: 'o' } })
    if (/^\/repos\/o\/(old|new)\/issues\/9\b/.test(path))
      return answer(moved, MOVED, '/repositories/8/issues/1')
    if (path.startsWith('/repos/o/old/'))
      return answer(moved, MOVED, path.replace('/repos/o/old', '/repositories/5'))
    return answer(200, path.endsWith('/comments') && request.method === 'GET' ? [COMMENT] : COMMENT)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const signal = AbortSignal.timeout(30_000)
  const at = {
    apiUrl: `http://127.0.0.1:${port}`,
    token: 'ghs_x',
    owner: 'o',
    name: 'old',
    repositoryId,
    signal,
  }
  return { asked, issues: connectIssues(at) }
}

const PATIENCE = { now: () => 0, deadline: 0, onWait: () => undefined }

test('a renamed repository is found by its id, once for each request', async () => {
  const { asked, issues } = await scene(5)
  expect(await issues.readComment(7)).toMatchObject({ body: 'A secret' })
  expect(await issues.comment(3, 'hello', PATIENCE)).toBe(7)
  expect(asked).toEqual([
    'GET /repos/o/old/issues/comments/7',
    'GET /repositories/5',
    'GET /repos/o/new/issues/comments/7',
    'POST /repos/o/old/issues/3/comments',
    'GET /repositories/5',
    'POST /repos/o/new/issues/3/comments',
  ])
})

test('an issue that was transferred is neither read nor written', async () => {
  const { asked, issues } = await scene(5)
  await expect(issues.listComments(9)).rejects.toThrow('it has moved to another address (HTTP 301)')
  await expect(issues.comment(9, 'hello', PATIENCE)).rejects.toThrow(
    'it has moved to another address (HTTP 307)',
  )
  expect(asked.filter((one) => one.includes('/repositories/8'))).toEqual([])
})

test.each([null, 6])('with the id %s, a former name leads nowhere, and is not asked again', async (id) => {
  const { asked, issues } = await scene(id)
  expect(await issues.readComment(7)).toBeNull()
  expect(asked.filter((one) => /repositories\/5|o\/new/.test(one))).toEqual([])
})

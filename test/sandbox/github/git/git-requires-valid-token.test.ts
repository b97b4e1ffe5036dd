import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { commit, git, pick, scene, temporaryDirectory } from '../github-scene.ts'

const clone = async (url: string, token: string | null) => {
  const directory = await temporaryDirectory()
  const cloned = await git(directory, token, 'clone', '--quiet', url, 'work')
  return { ...cloned, work: `${directory}/work` }
}

const push = async (work: string, token: string, branch: string) => {
  await git(work, null, 'commit', '--quiet', '--allow-empty', '-m', 'Change nothing')
  return git(work, token, 'push', '--porcelain', 'origin', `HEAD:refs/heads/${branch}`)
}

test('a valid token can clone and push', async () => {
  const { github, token, call } = await scene()
  const { work } = await clone(`${github.serverUrl}/acme/widgets.git`, token)
  expect(await readdir(work)).toContain('README.md')
  expect(await push(work, token, 'topic')).toMatchObject({ ok: true })
  const head = (await git(work, null, 'rev-parse', 'HEAD')).output.trim()
  const answer = await call('GET', '/repos/acme/widgets/git/ref/heads/topic', token)
  expect(pick(answer.body, 'object', 'sha')).toBe(head)
  expect(
    github.requests().filter((r) => r.surface === 'git' && r.credential === 'installation').length,
  ).toBeGreaterThan(2)
})

test('a shallow, blobless clone of one branch works', async () => {
  const { github, token } = await scene()
  const directory = await temporaryDirectory()
  const args = [
    '--depth=1',
    '--filter=blob:none',
    '--single-branch',
    `${github.serverUrl}/acme/widgets`,
    'work',
  ]
  expect(await git(directory, token, 'clone', ...args)).toMatchObject({ ok: true })
})

test.each([
  ['none', null],
  ['a wrong one', 'ghs_wrong'],
])('%s is a 401', async (_, token) => {
  const { github } = await scene()
  expect((await clone(`${github.serverUrl}/acme/widgets.git`, token)).output).toMatch(
    /Authentication failed|could not read Username/,
  )
  expect(github.requests().findLast((r) => r.surface === 'git')?.status).toBe(401)
})

test('a read-only token can clone, but not push', async () => {
  const { github } = await scene()
  github.createAccount({ login: 'ann', type: 'User' })
  const token = github.createUserToken({ login: 'ann', permission: 'read' })
  const { work } = await clone(`${github.serverUrl}/acme/widgets.git`, token)
  const pushed = await push(work, token, 'topic')
  expect(pushed).toMatchObject({ ok: false, output: expect.stringContaining('403') })
})

test('a token for another repository does not see this one', async () => {
  const { github, installationId, jwt, call } = await scene()
  const other = await github.createRepository({ owner: 'acme', name: 'other' })
  github.changeInstallation(installationId, { kind: 'add', repositories: ['other'] })
  const path = `/app/installations/${installationId}/access_tokens`
  const { body } = await call('POST', path, jwt, { repository_ids: [other.id] })
  const cloned = await clone(`${github.serverUrl}/acme/widgets.git`, String(pick(body, 'token')))
  expect(cloned).toMatchObject({ ok: false, output: expect.stringContaining('not found') })
})

test('a revoked token is a 401', async () => {
  const { github, token, call } = await scene()
  expect((await call('DELETE', '/installation/token', token)).status).toBe(204)
  expect((await clone(`${github.serverUrl}/acme/widgets.git`, token)).ok).toBe(false)
})

test('a second Authorization header is a 400', async () => {
  const { github, token } = await scene()
  const basic = `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`
  const headers = ['Host', new URL(github.serverUrl).host, 'Authorization', basic, 'Authorization', basic]
  const url = `${github.serverUrl}/acme/widgets.git/info/refs?service=git-upload-pack`
  const answer: IncomingMessage = await new Promise((resolve, reject) => {
    request(url, { headers }).on('response', resolve).on('error', reject).end()
  })
  answer.resume()
  expect(answer.statusCode).toBe(400)
})

test('a gzipped request body is accepted', async () => {
  const { github, token } = await scene()
  const head = await commit(github, 'a.txt', 'one\n')
  const want = `want ${head}\n`
  const body = gzipSync(`${(want.length + 4).toString(16).padStart(4, '0')}${want}00000009done\n`)
  const response = await fetch(`${github.serverUrl}/acme/widgets.git/git-upload-pack`, {
    method: 'POST',
    body,
    headers: {
      authorization: `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`,
      'content-type': 'application/x-git-upload-pack-request',
      'content-encoding': 'gzip',
    },
  })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('PACK')
})

test('a former name redirects to the new one', async () => {
  const { github, token } = await scene()
  github.renameRepository({ owner: 'acme', name: 'widgets', to: 'gadgets' })
  expect(await clone(`${github.serverUrl}/acme/widgets.git`, token)).toMatchObject({ ok: true })
})

import { expect, test } from 'vitest'
import { runnersAtTheDoor } from './runner-requests.ts'

test.each([
  ['a repository without the GitHub App', { repository_id: '999' }, 404, 'the GitHub App is not installed'],
  ['another event', { event_name: 'pull_request_target' }, 403, 'this workflow run may not start a job'],
])('register: %s is refused before the body', async (_, claims, status, error) => {
  const { register } = await runnersAtTheDoor({ claims })
  const refused = await register(500, { prompt: '' })
  expect([refused.status, refused.json.error]).toEqual([status, expect.stringContaining(error)])
})

test('a claim reads no more than 64 KiB, since any workflow run on GitHub has a valid token', async () => {
  const { claim } = await runnersAtTheDoor()
  const run = 'run_ya_01m813nj13ecwv0dmt5mn17fnk_1'
  expect((await claim(500, run, { more: 'x'.repeat(63 * 1024) })).status).toBe(404)
  expect((await claim(501, run, { more: 'x'.repeat(64 * 1024) })).status).toBe(413)
})

import { expect, test } from 'vitest'
import { pick, scene } from '../github-scene.ts'

test('comments of an issue that were updated since a time', async () => {
  const { call, token } = await scene()
  const issue = await call('POST', '/repos/acme/widgets/issues', token, { title: 'Typo' })
  const comments = `/repos/acme/widgets/issues/${pick(issue.body, 'number')}/comments`
  const first = await call('POST', comments, token, { body: 'One' })
  const listed = async (since: string) =>
    ((await call('GET', `${comments}?since=${since}`, token)).body as object[]).map((one) =>
      pick(one, 'body'),
    )
  expect(await listed(String(pick(first.body, 'created_at')))).toEqual(['One'])
  expect(await listed('2999-01-01T00:00:00Z')).toEqual([])
})

test('a parameter that no route reads is refused', async () => {
  const { call, token } = await scene()
  const answer = await call('GET', '/repos/acme/widgets?since=2026-01-01T00:00:00Z', token)
  expect(answer.status).toBe(501)
})

import { expect, test } from 'vitest'
import { message, REPOSITORY, world } from '../github-world.ts'

const UPDATE = '/repos/acme/hello/pulls/18/update-branch'
const HEAD = 'a'.repeat(40)
const PULL = { number: 18, expectedHead: HEAD }

test('the request contains the expected head', async () => {
  const { api, github } = world()
  api.put(UPDATE, { expected_head_sha: HEAD }).reply(202, message('Updating pull request branch.'))
  expect(await github.updateBranch(REPOSITORY, PULL)).toEqual({ kind: 'accepted' })
})

test.each([
  [422, 'merge conflict between base and head', { kind: 'conflict' }],
  [422, 'Validation Failed', { kind: 'conflict' }],
  [422, 'expected head sha didn’t match current head ref.', { kind: 'moved' }],
  [422, 'expected_head_sha is not the head', { kind: 'moved' }],
  [403, 'Resource not accessible by integration', { kind: 'refused' }],
  [422, 'refusing to allow a GitHub App to update workflow `a.yml`', { kind: 'refused' }],
])('an update that GitHub refuses with %i and "%s" has its reason', async (status, detail, expected) => {
  const { api, github } = world()
  api.put(UPDATE).reply(status, message(detail))
  expect(await github.updateBranch(REPOSITORY, PULL)).toMatchObject(expected)
})

test('an outage is not a refusal', async () => {
  const { api, github } = world()
  api.put(UPDATE).reply(502, message('Bad Gateway'))
  await expect(github.updateBranch(REPOSITORY, PULL)).rejects.toMatchObject({ name: 'GithubUnavailable' })
})

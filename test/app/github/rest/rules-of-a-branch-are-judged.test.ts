import { expect, test } from 'vitest'
import { message, REPOSITORY, world } from '../github-world.ts'

const BRANCH = '/repos/acme/hello/branches/main'
const RULES = '/repos/acme/hello/rules/branches/main?per_page=100'

const pullRequests = (approvals: number) => ({
  type: 'pull_request',
  parameters: { required_approving_review_count: approvals, require_code_owner_review: false },
})
const STATUS_CHECKS = { type: 'required_status_checks', parameters: { required_status_checks: [] } }

test.each<[string, object[], boolean]>([
  ['pull requests with a review', [{ type: 'deletion' }, pullRequests(1)], true],
  ['no updates, except by those who bypass the ruleset', [{ type: 'update' }], true],
  ['no force pushes', [{ type: 'non_fast_forward' }], false],
  ['pull requests without a review', [pullRequests(0)], false],
  ['status checks', [{ type: 'creation' }, STATUS_CHECKS], false],
  // GitHub shows it to administrators only.
  ['what branch protection demands', [], true],
])('a branch whose rules demand %s', async (_, rules, expected) => {
  const { api, github } = world()
  api.get(BRANCH).reply(200, { protected: true })
  api.get(RULES).reply(200, rules)
  expect(await github.isProtected(REPOSITORY, 'main')).toBe(expected)
})

test.each([
  ['without any rule', 200, { protected: false }],
  ['that does not exist', 404, message('Branch not found')],
])('a branch %s is not protected', async (_, status, body) => {
  const { api, github } = world()
  api.get(BRANCH).reply(status, body)
  expect(await github.isProtected(REPOSITORY, 'main')).toBe(false)
})

test('an Enterprise Server without rulesets has branch protection only', async () => {
  const { api, github } = world()
  api.get(BRANCH).reply(200, { protected: true })
  api.get(RULES).reply(404, message('Not Found'))
  expect(await github.isProtected(REPOSITORY, 'main')).toBe(true)
})

test('an outage says nothing about the rules', async () => {
  const { api, github } = world()
  api.get(BRANCH).reply(200, { protected: true })
  api.get(RULES).reply(502)
  await expect(github.isProtected(REPOSITORY, 'main')).rejects.toMatchObject({ name: 'GithubUnavailable' })
})

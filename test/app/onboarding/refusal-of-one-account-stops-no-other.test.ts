import { expect, test } from 'vitest'
import { checkProjects } from '../../../src/app/doctor/check-projects.ts'
import { GithubRefused } from '../../../src/app/github/errors.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { allOf } from '../../support/all-of.ts'
import { onboardingScene } from './onboarding-scene.ts'

/** An account that does not let the App read it is installed before acme. */
async function sceneWithClosedAccount() {
  const scene = await onboardingScene()
  await scene.createRepository('pets')
  const github = { ...scene.port, ...scene.deps.github, readWorkflowState: async () => 'active' }
  const closed = { id: 99, account: { id: 9, login: 'aaa' }, suspended: false, permissions: {} }
  return {
    ...scene,
    github: {
      ...github,
      listInstallations: async () => [closed, ...(await github.listInstallations())],
      async listRepositories(id: number) {
        if (id === closed.id) throw new GithubRefused(reason('permission-missing', 'an IP allow list'))
        return github.listRepositories(id)
      },
    },
  }
}

test('the onboarding continues with the next account after one that refuses', async () => {
  const { github, run } = await sceneWithClosedAccount()
  expect(await run({ github })).toMatchObject([
    { kind: 'failed', subject: 'aaa', text: expect.stringContaining('an IP allow list') },
    { kind: 'opened', subject: 'acme/pets' },
  ])
})

test('the doctor continues with the next account after one that refuses', async () => {
  const { github, deps } = await sceneWithClosedAccount()
  const checks = checkProjects({
    ...deps.config,
    github,
    isAllowed: () => true,
    checkBudgets: async () => [],
    checkNotify: async () => [],
    checkRunner: async () => null,
    inspectAction: async () => ({ kind: 'ok' as const, isPrivate: false }),
    needed: {},
  })
  const found = await allOf(checks)
  expect(found.slice(0, 2)).toMatchObject([
    { status: 'fail', text: 'aaa: permission-missing', todo: expect.stringContaining('an IP allow list') },
    { status: 'ok', text: 'acme, on 1 repository' },
  ])
})

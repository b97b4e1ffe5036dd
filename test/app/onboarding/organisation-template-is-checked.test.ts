import { expect, test } from 'vitest'
import { readTemplate } from '../../../src/app/onboarding/read-account-workflow.ts'
import { onboardingScene } from './onboarding-scene.ts'

const TEMPLATE = 'workflow-templates/prentice.yml'
const STANDARD = readTemplate('workflow.yml')
const OWN = STANDARD.replace('runs-on: ubuntu-latest', 'runs-on: [self-hosted, acme]')

async function withTemplate(text: string) {
  const scene = await onboardingScene()
  await scene.createRepository('.github')
  await scene.commit('.github', TEMPLATE, text)
  await scene.createRepository('widgets')
  return scene
}

test.each([
  ['as it is', OWN],
  ['with a schedule', OWN.replace('on:\n', "on:\n  schedule: [{ cron: '0 4 * * 1' }]\n")],
])('the template of the organisation is used %s', async (_, text) => {
  const scene = await withTemplate(text)
  expect(await scene.kinds()).toEqual(['opened acme/.github', 'opened acme/widgets'])
  expect(await scene.written('widgets', '.github/workflows/prentice.yml')).toContain(
    'runs-on: [self-hosted, acme]',
  )
  const pull = await scene.pull('widgets')
  expect(pull.body).toContain('It comes from the template in acme/.github.')
  expect(pull.body.includes('by the schedule in the workflow')).toBe(text.includes('cron'))
})

test.each([
  ['push', OWN.replace('on:\n', 'on:\n  push:\n'), 'its triggers include push;'],
  [
    'pull_request_target',
    OWN.replace('on:\n', 'on:\n  pull_request_target: {}\n'),
    'include pull_request_target;',
  ],
  [
    'a list of triggers',
    OWN.replace(/on:\n[\s\S]*?\n\n/, 'on: [push, workflow_dispatch]\n\n'),
    'include push;',
  ],
  ['one trigger', OWN.replace(/on:\n[\s\S]*?\n\n/, 'on: push\n\n'), 'include push;'],
  [
    'another action',
    OWN.replace(/OWNER\/NAME@0+/, `evil/action@${'d'.repeat(40)}`),
    'should name acme/prentice',
  ],
  ['no YAML', ': :', 'it is not a workflow'],
])('a template with %s is refused with the reason, and no pull request is opened', async (_, text, why) => {
  const scene = await withTemplate(text)
  const lines = await scene.run()
  expect(lines).toEqual([
    {
      kind: 'failed',
      subject: 'acme',
      text: expect.stringContaining(`the template ${TEMPLATE} in acme/.github cannot be used: `),
    },
  ])
  expect(lines[0]?.text).toContain(why)
})

test('the template of a repository .github that moved to another account is not used', async () => {
  const scene = await onboardingScene()
  await scene.github.createRepository({ owner: 'acme', name: '.github', private: false })
  await scene.commit('.github', TEMPLATE, OWN)
  await scene.createRepository('widgets')
  scene.github.createAccount({ login: 'evil', type: 'Organization' })
  scene.github.transferRepository({ owner: 'acme', name: '.github', to: 'evil' })
  expect(await scene.kinds()).toEqual(['opened acme/widgets'])
  expect(await scene.written('widgets', '.github/workflows/prentice.yml')).toContain('runs-on: ubuntu-latest')
})

import { expect, test } from 'vitest'
import { type Checks, createChecksReviewer } from '../../../../src/action/checks/open-checks.ts'
import { canIsolate, command, openCheckScene } from '../../../support/action/check-scene.ts'
import { finish, runScript } from '../../../support/action/scripted-run.ts'

const isolates = await canIsolate()
const secret = 'a-secret-of-this-run'

/** The agent finishes with each of these trees in turn, and with the last one again. */
const review = (checks: Checks, trees: string[]) =>
  createChecksReviewer(checks, {
    readTree: async () => (trees.length > 1 ? trees.shift() : trees[0]) ?? '',
    redact: (text) => text.replaceAll(secret, '***'),
  })

test.runIf(isolates)(
  'the model is told which checks failed and what they printed, until all pass',
  async () => {
    await using scene = await openCheckScene()
    const checks = await scene.open({
      commands: [command('echo lint is fine'), command('cat a.txt; grep -q good a.txt')],
    })
    const trees = [
      await scene.makeTree({ 'a.txt': `bad ${secret}\n` }),
      await scene.makeTree({ 'a.txt': 'good\n' }),
    ]
    const { outcome, requests } = await runScript({
      turns: [finish(), finish()],
      reviewers: [review(checks, trees)],
    })
    expect(outcome).toMatchObject({ reason: null, publishable: true, usage: { steps: 2 } })
    const told = requests.at(-1) ?? ''
    expect(told).toContain("Not finished: the project's checks ran on your change, and not all passed.")
    expect(told).toMatch(/✓ echo lint is fine: passed after .*✗ cat a\.txt.*: exit code 1 after .*bad \*\*\*/)
    expect(told).not.toContain(secret)
  },
)

test.runIf(isolates)(
  'failed checks go back to the model for as many rounds as the project allows; then the work is accepted as it is',
  async () => {
    await using scene = await openCheckScene()
    const checks = await scene.open({ rounds: 2, commands: [command('exit 1')] })
    const { outcome } = await runScript({
      turns: [finish(), finish(), finish()],
      reviewers: [review(checks, [await scene.makeTree({})])],
    })
    expect(outcome).toMatchObject({ reason: null, publishable: true, usage: { steps: 3 } })
  },
)

test('checks that do not run send nothing back', async () => {
  await using scene = await openCheckScene()
  const checks = await scene.open({}, { platform: 'win32' })
  const { outcome } = await runScript({ turns: [finish()], reviewers: [review(checks, ['tree'])] })
  expect(outcome).toMatchObject({ reason: null, usage: { steps: 1 } })
})

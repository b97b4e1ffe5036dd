import { expect, test } from 'vitest'
import { checkRunFields } from '../../../src/app/feedback/describe-job.ts'
import { gatherFacts, type JobFacts } from '../../../src/app/feedback/job-facts.ts'
import { readShown } from '../../../src/app/feedback/shown.ts'
import { parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { loadProject } from '../../../src/app/projects/project.ts'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import type { TestEvidence } from '../../../src/contract/checks.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { failed, RESULT, running, succeeded } from './facts.ts'
import { feedbackScene } from './feedback-scene.ts'

const withChecks = (...passed: boolean[]): JobFacts => {
  const results = passed.map((ok, i) => ({
    name: `check ${i}`,
    passed: ok,
    detail: ok ? '' : 'exit code 1',
    seconds: 1,
  }))
  return succeeded({ result: { ...RESULT, checks: { notRun: null, results } } })
}

const PARKED = {
  ...({ outcome: 'failed', headSha: null, pullRequest: null } as const),
  ...{ reason: reason('quota-spent', 'x'), parking: { seconds: 60 } },
}

test.each<[string | null, string[], JobFacts]>([
  [null, ['stop'], running()],
  ['success', [], succeeded()],
  ['success', [], succeeded({ result: { ...RESULT, checks: undefined } })],
  ['neutral', [], succeeded({ result: { ...RESULT, checks: { notRun: 'no isolation', results: [] } } })],
  ['neutral', [], withChecks()],
  ['success', [], withChecks(true)],
  ['failure', [], withChecks(true, false)],
  ['failure', ['retry'], failed(reason('model-failed', 'x'))],
  ['failure', [], failed(reason('model-failed', 'x'), { job: { archivedAt: 1 } })],
  ['neutral', ['retry'], failed(reason('quota-spent', 'x'), { run: { report: PARKED } })],
  ['cancelled', ['retry'], failed(reason('cancelled', 'ana'), { run: { state: 'cancelled' } })],
])('conclusion %s with the buttons %j', (conclusion, buttons, given) => {
  const fields = checkRunFields(given)
  expect(fields.conclusion).toBe(conclusion)
  expect(fields.buttons.map(({ identifier }) => identifier)).toEqual(buttons)
})

test('a failed check is an annotation', () => {
  expect(checkRunFields(withChecks(true, false, false)).annotations).toEqual([
    { path: '.github/prentice.yml', line: 1, title: 'check 1', message: 'exit code 1' },
    { path: '.github/prentice.yml', line: 1, title: 'check 2', message: 'exit code 1' },
  ])
})

test('the check run shows how the checks ended without the change, and keeps its conclusion', () => {
  const results = [{ name: 'check', passed: true, detail: '', seconds: 1 }]
  const tests: TestEvidence = { result: 'passes-without-change', files: 2, checks: [], why: null }
  const fields = checkRunFields(
    succeeded({ result: { ...RESULT, checks: { notRun: null, results, tests } } }),
  )
  expect(fields.conclusion).toBe('success')
  expect(fields.summary).toContain(
    '- Tests of the change: without it, with only its 2 test files, all checks pass, too (reported by the runner)',
  )
  const hostile: TestEvidence = { ...tests, result: 'fails-without-change', checks: ['@bob <b>x</b>\n# y'] }
  const { summary } = checkRunFields(
    succeeded({ result: { ...RESULT, checks: { notRun: null, results, tests: hostile } } }),
  )
  expect(summary).not.toMatch(/@bob|<b>|^# y/m)
})

test('the annotation of a check is on the line of the settings that names it', async () => {
  const world = await feedbackScene()
  const text = 'draft: true\nchecks:\n  - npm test\n  - name: check 1\n    run: npm run lint\n'
  const parsed = parseProjectConfig([{ path: '.github/prentice.yaml', text }])
  if (parsed.kind === 'invalid') throw new Error(parsed.detail)
  await changeProject(world.store, 'prj_ya', (project) => ({ ...project, config: parsed.config }))
  const job = await world.ask()
  const project = await loadProject(world.store, 'prj_ya')
  if (project === null) throw new Error('no project')
  const { facts } = await gatherFacts(world, job, project, (await readShown(world.store, job.id)).shown)
  expect([...facts.checkPlaces]).toEqual([
    ['npm test', { path: '.github/prentice.yaml', line: 3 }],
    ['check 1', { path: '.github/prentice.yaml', line: 4 }],
  ])
  const [first] = checkRunFields({ ...withChecks(true, false), checkPlaces: facts.checkPlaces }).annotations
  expect(first).toMatchObject({ path: '.github/prentice.yaml', line: 4, title: 'check 1' })
})

test("everything is within GitHub's limits", () => {
  const name = '@a '.repeat(100)
  const results = Array.from({ length: 60 }, () => ({ name, passed: false, detail: name, seconds: 1 }))
  const result = { ...RESULT, summary: '@a'.repeat(5_000), checks: { notRun: null, results } }
  const { title, summary, annotations, buttons } = checkRunFields(succeeded({ result }))
  expect(title.length).toBeLessThanOrEqual(255)
  expect(summary.length).toBeLessThanOrEqual(65_535)
  expect(annotations).toHaveLength(50)
  for (const button of [...buttons, ...checkRunFields(running()).buttons]) {
    expect(button.label.length).toBeLessThanOrEqual(20)
    expect(button.identifier.length).toBeLessThanOrEqual(20)
    expect(button.description.length).toBeLessThanOrEqual(40)
  }
})

test('the summary says how to retry on this page', () => {
  expect(checkRunFields(failed(reason('model-failed', 'x'))).summary).toContain('then click **Retry**.')
})

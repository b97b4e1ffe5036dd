import { expect, test } from 'vitest'
import { SANDBOX_ACTION } from '../../../sandbox/runner/runner-options.ts'
import { runnerScene, WORKFLOW } from './runner-scene.ts'

const WITH_RUN = '      - run: npm install\n'

test.each([
  ['another action', WORKFLOW.replace(SANDBOX_ACTION, 'actions/checkout@v6'), 'actions/checkout@v6'],
  ['a run step', WORKFLOW + WITH_RUN, '`run:` of jobs.prentice.steps[1]'],
  ['a second job', `${WORKFLOW}  other:\n    steps: []\n`, 'a workflow of 2 jobs'],
  ['a function', WORKFLOW.replace('    timeout', '    if: always()\n    timeout'), 'the expression always()'],
  ['concurrency', `${WORKFLOW}concurrency: one\n`, '`concurrency:` of workflow'],
  [
    'an operator',
    WORKFLOW.replace('{{ inputs.run }}\n        env', '{{ inputs.run < 2 }}\n        env'),
    'inputs.run < 2',
  ],
  ['another context', WORKFLOW.replace('secrets.MODEL_KEY', 'env.MODEL_KEY'), 'env.MODEL_KEY'],
])('%s fails the run, and the log names it', async (_what, workflowText, named) => {
  const scene = await runnerScene('console.log("ran")')
  expect(await scene.queue({ workflowText }).concluded).toBe('failure')
  const log = scene.runner.runs()[0]?.log.join('\n')
  expect(log).toContain(named)
  expect(log).toContain("The sandbox's runner does not support")
  expect(log).not.toContain('ran\n')
})

test('an action for an older Node version fails the run', async () => {
  const scene = await runnerScene('', { action_yml: 'runs: { using: node20, main: main.mjs }' })
  expect(await scene.queue().concluded).toBe('failure')
  expect(scene.runner.runs()[0]?.log.join('\n')).toContain('using: node20: only node24')
})

test('a missing value in a look-up is an empty string', async () => {
  const scene = await runnerScene('console.log("[%s] [%s]", process.env.MODEL_KEY, process.env.INPUT_RUN)')
  const workflowText = WORKFLOW.replace('secrets.MODEL_KEY', 'vars.NOTHING').replace(
    '{{ inputs.run }}\n        env',
    '{{ github.event.inputs.run }}\n        env',
  )
  expect(await scene.queue({ workflowText }).concluded).toBe('success')
  expect(scene.runner.runs()[0]?.log).toContain('[] [run_1]')
})

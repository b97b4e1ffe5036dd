import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { markAnswer, markReport } from '../../../src/action/control-plane/standalone/last-run.ts'
import { LABEL } from '../../../src/action/control-plane/standalone/may-ask.ts'
import { HELP } from '../../../src/action/control-plane/standalone/replies.ts'
import { Inputs } from '../../../src/action/start/inputs.ts'
import { WORKFLOW_PERMISSIONS } from '../../fakes/github/one-repository.ts'

const text = readFileSync('docs/standalone.yml', 'utf8')
const Strings = z.record(z.string(), z.string())
// Strict where something more would do harm: `concurrency` would make `/prentice stop` wait for the run that it stops.
const workflow = z
  .strictObject({
    name: z.string(),
    'run-name': z.string(),
    on: z.strictObject({
      issue_comment: z.strictObject({ types: z.tuple([z.literal('created')]) }),
      issues: z.strictObject({ types: z.tuple([z.literal('labeled')]) }),
      workflow_dispatch: z.object({}),
    }),
    permissions: Strings,
    jobs: z.strictObject({
      prentice: z.strictObject({
        if: z.string(),
        'runs-on': z.string(),
        'timeout-minutes': z.literal(60),
        steps: z.tuple([z.strictObject({ uses: z.string(), with: Strings, env: Strings })]),
      }),
    }),
  })
  .parse(parse(text))
const [step] = workflow.jobs.prentice.steps

test('no text of the event reaches the step', () => {
  const values = [...Object.values(step.with), ...Object.values(step.env)]
  const expressions = values.flatMap((value) => value.match(/\$\{\{.*?\}\}/g) ?? [])
  expect(expressions).toEqual([
    `\${{ inputs.prompt || 'The prompt of the schedule' }}`,
    `\${{ secrets.ANTHROPIC_API_KEY }}`,
  ])
  expect(Object.keys(Inputs.shape)).toEqual(expect.arrayContaining(Object.keys(step.with)))
})

test('the permissions are those that the tests of standalone mode have, and an OIDC token', () => {
  const { 'id-token': idToken, ...ofToken } = workflow.permissions
  expect(idToken).toBe('write')
  const granted = Object.entries(ofToken).map(([name, level]) => [name.replace('-', '_'), level])
  expect(Object.fromEntries(granted)).toEqual(WORKFLOW_PERMISSIONS)
})

test('the label is the one that starts work in the action', () => {
  expect(workflow.jobs.prentice.if).toContain(`github.event.label.name == '${LABEL}'`)
})

test('comments of the action start no run, no matter whose token it uses', () => {
  const [, mark = ''] =
    /!contains\(github\.event\.comment\.body, '(.+?)'\)/.exec(workflow.jobs.prentice.if) ?? []
  expect(mark).not.toBe('')
  expect(markAnswer(HELP)).toContain(mark)
  expect(markReport('⏳ Working', { run: 1, source: 2 })).toContain(mark)
})

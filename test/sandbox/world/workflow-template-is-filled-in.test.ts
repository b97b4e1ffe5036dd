import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readWorkflow } from '../../../sandbox/runner/read-workflow.ts'
import { SANDBOX_ACTION } from '../../../sandbox/runner/runner-options.ts'
import { scriptedModel } from '../../../sandbox/world/choose-model.ts'
import { workflowForSandbox } from '../../../sandbox/world/workflow-for-sandbox.ts'

const TEMPLATE = readFileSync(new URL('../../../docs/workflow.yml', import.meta.url), 'utf8')

test('the runner accepts the template with the addresses of the sandbox', () => {
  const appUrl = 'http://127.0.0.1:4000'
  const model = scriptedModel('http://127.0.0.1:5000/v1')
  const workflow = readWorkflow(
    workflowForSandbox(TEMPLATE, { action: SANDBOX_ACTION, appUrl, model }),
    SANDBOX_ACTION,
  )
  const [step] = workflow.steps
  expect(workflow.mayMintTokens).toBe(true)
  expect(step?.with).toMatchObject({ 'app-url': appUrl, run: expect.stringContaining('inputs.run') })
  expect(step?.env).toEqual({
    ANTHROPIC_API_KEY: expect.stringContaining('secrets.ANTHROPIC_API_KEY'),
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:5000/v1',
    PRICES: expect.stringContaining('"input":0'),
  })
})

import { expect, test } from 'vitest'
import { SANDBOX_ACTION } from '../../../sandbox/runner/runner-options.ts'
import { runnerScene, WORKFLOW } from './runner-scene.ts'

const TELL = `
import { appendFileSync, readFileSync, readdirSync } from 'node:fs'
const env = { ...process.env }
appendFileSync(env.GITHUB_OUTPUT, 'env<<END\\n' + JSON.stringify({
  env, cwd: process.cwd(), files: readdirSync('.'), execPath: process.execPath,
  event: JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')), stdin: readFileSync(0, 'utf8'),
}) + '\\nEND\\n')
`

async function told(given: Parameters<Awaited<ReturnType<typeof runnerScene>>['queue']>[0] = {}) {
  process.env.HOST_SECRET = 'of the host'
  const scene = await runnerScene(TELL)
  expect(await scene.queue(given).concluded).toBe('success')
  return JSON.parse(scene.runner.runs()[0]?.outputs.env ?? '{}')
}

test('inputs, defaults and missing inputs arrive as INPUT_ variables', async () => {
  const { env } = await told()
  expect(env).toMatchObject({
    INPUT_RUN: 'run_1',
    'INPUT_APP-URL': 'https://app.test',
    INPUT_MY_INPUT: '',
    INPUT_TOKEN: 'ghs_workflow',
    MODEL_KEY: 'sk-very-secret',
  })
})

test('the variables are those of the real runner', async () => {
  const { env, cwd, files, event, stdin, execPath } = await told()
  expect(env).toMatchObject({
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: 'http://127.0.0.1:1/api',
    GITHUB_SERVER_URL: 'http://127.0.0.1:1',
    GITHUB_REPOSITORY: 'octo/hello',
    GITHUB_REPOSITORY_ID: '11',
    GITHUB_REPOSITORY_OWNER_ID: '7',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_EVENT_NAME: 'workflow_dispatch',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_NUMBER: '3',
    GITHUB_WORKFLOW: 'Prentice',
    GITHUB_WORKFLOW_REF: 'octo/hello/.github/workflows/prentice.yml@refs/heads/main',
    GITHUB_ACTION_REPOSITORY: 'sandbox-tools/prentice',
    GITHUB_ACTION_REF: SANDBOX_ACTION.split('@')[1],
    GITHUB_JOB: 'prentice',
    RUNNER_OS: 'Linux',
    ACTIONS_ID_TOKEN_REQUEST_URL: 'http://127.0.0.1:1/token?a=b',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
  })
  expect(cwd).toBe(env.GITHUB_WORKSPACE)
  expect(files).toEqual([])
  expect(event).toEqual({ inputs: { run: 'run_1' } })
  expect(stdin).toBe('')
  expect(execPath).toBe(process.execPath)
})

test('the action gets no variable of the host that it does not need', async () => {
  const { env } = await told()
  const allowed = /^(GITHUB_|RUNNER_|INPUT_|ACTIONS_|(CI|PATH|HOME|LANG|MODEL_KEY)$)/
  expect(Object.keys(env).filter((name) => !allowed.test(name))).toEqual([])
  expect(env.HOME).not.toBe(process.env.HOME)
})

test('without id-token: write the action cannot request ID tokens', async () => {
  const workflowText = WORKFLOW.replace('id-token: write', 'contents: read')
  const { env } = await told({ workflowText })
  expect(Object.keys(env).filter((name) => name.startsWith('ACTIONS_ID_TOKEN'))).toEqual([])
})

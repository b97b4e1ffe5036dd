import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { DEFAULT_ACTION_REF, parseActionRef } from '../../../src/app/config/action-ref.ts'
import { readWorkflowConfig } from '../../../src/app/config/read-config.ts'
import {
  checkReusableWorkflowFile,
  checkWorkflowFile,
} from '../../../src/app/onboarding/check-workflow-file.ts'
import { setupScene } from '../../support/app/setup-process.ts'
import { type Command, type Ended, runCommand } from '../../support/processes/command.ts'

const SHA = '8f4b7f84864484a7bf31766abe9204da3cbe65b3'
const PUBLIC_URL = 'https://prentice.acme.example'
/** Nothing listens there. */
const NO_GITHUB = { GITHUB_API_URL: 'http://127.0.0.1:9' }
const UNVERIFIED = /^warning: it is not known whether \S+( # \S+)? exists: github\.com did not answer: .+\n$/m
const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

async function print(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
  const command = await runCommand('src/app/onboarding/print-workflow.ts', args, { ...NO_GITHUB, ...env })
  commands.push(command)
  return command.ended
}

function problemsOf(text: string, actionRef: string): string[] {
  const named = parseActionRef(actionRef)
  if (named === null) throw new Error(`${actionRef} names no action`)
  return checkWorkflowFile(text, { publicUrl: PUBLIC_URL, actionRef: named, reusableWorkflows: [] })
}

test('the workflow file names the pinned action with its version, and the server', async () => {
  const ACTION_REF = `acme/prentice@${SHA} # v1.2.3`
  const { code, stdout, stderr } = await print({ ACTION_REF, PUBLIC_URL })
  expect([code, stderr]).toEqual([0, expect.stringMatching(UNVERIFIED)])
  expect(stdout).toContain(`      - uses: acme/prentice@${SHA} # v1.2.3\n`)
  expect(stdout).toContain(`          app-url: ${PUBLIC_URL}\n`)
  expect(stdout).not.toMatch(/OWNER|VERSION|0{40}|example\.com/)
  expect(problemsOf(stdout, ACTION_REF)).toEqual([])
})

test('a SHA without a version has no comment', async () => {
  const { stdout } = await print({ ACTION_REF: `acme/prentice@${SHA}`, PUBLIC_URL })
  expect(stdout).toContain(`      - uses: acme/prentice@${SHA}\n`)
})

test('a movable ref, also the default, is printed with a warning', async () => {
  for (const ref of ['acme/prentice@v1', DEFAULT_ACTION_REF]) {
    const { code, stdout, stderr } = await print({ ACTION_REF: ref, PUBLIC_URL })
    expect(code).toBe(0)
    expect(stderr.replace(UNVERIFIED, '')).toBe(
      `warning: ACTION_REF is ${ref}, and anyone who controls that repository can change what runs; ` +
        'set it to a full commit SHA, for example owner/name@SHA # v1.2.3\n',
    )
    expect(problemsOf(stdout, ref)).toEqual([])
  }
  const { stdout } = await print({ PUBLIC_URL })
  expect(parse(stdout).jobs.prentice.steps[0].uses).toBe(DEFAULT_ACTION_REF)
})

test('no file is printed that names an action which does not exist', async () => {
  const { github } = await setupScene()
  const env = { PUBLIC_URL, GITHUB_API_URL: github.apiUrl }
  expect(await print({ ...env, ACTION_REF: `tools/prentice@${SHA}` })).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: ACTION_REF: tools/prentice has no action.yml at ${SHA}: push that commit or tag, or name another\n`,
  })
  const { code, stdout } = await print({ ...env, ACTION_REF: 'tools/prentice@main' })
  expect([code, stdout]).toEqual([0, expect.stringContaining('- uses: tools/prentice@main\n')])
})

test('the reusable workflow and the calling file match', async () => {
  const ACTION_REF = `acme/prentice@${SHA} # v1.2.3`
  const named = `acme/.github/.github/workflows/prentice.yml@${'ab'.repeat(20)}`
  const REUSABLE_WORKFLOWS = `${named},acme/.github/.github/workflows/prentice.yml@${SHA}`
  const env = { ACTION_REF, PUBLIC_URL, REUSABLE_WORKFLOWS }
  const read = readWorkflowConfig(env)
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
  const reusable = await print(env, 'reusable')
  const calling = await print(env, 'calling')
  expect(reusable.stderr).toMatch(UNVERIFIED)
  expect(calling.stderr).toBe('')
  for (const { code, stdout } of [reusable, calling]) {
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/OWNER|VERSION|0{40}|example\.com/)
  }
  expect(reusable.stdout).toContain(`      - uses: ${ACTION_REF}\n`)
  expect(calling.stdout).toContain(`    uses: ${named}\n`)
  expect(checkReusableWorkflowFile(reusable.stdout, read.config)).toEqual([])
  expect(checkWorkflowFile(calling.stdout, read.config)).toEqual([])
  const given = (text: string, trigger: string) => Object.keys(parse(text).on[trigger].inputs)
  expect(given(reusable.stdout, 'workflow_call')).toEqual(given(calling.stdout, 'workflow_dispatch'))
})

test('the calling file is printed only if a reusable workflow is configured', async () => {
  expect(await print({ PUBLIC_URL }, 'calling')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error: REUSABLE_WORKFLOWS: set it to the reusable workflow, as owner/name/.github/workflows/FILE@SHA\n',
  })
})

test('a variable that is missing or invalid is named, and nothing is printed', async () => {
  const { code, stdout, stderr } = await print({ ACTION_REF: 'prentice' })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr.match(/(?<=^|^error: )[A-Z_]+(?=: )/gm)).toEqual(['PUBLIC_URL', 'ACTION_REF'])
})

test('unknown arguments are refused', async () => {
  expect(await print({ PUBLIC_URL }, '--all')).toMatchObject({ code: 2, stdout: '' })
})

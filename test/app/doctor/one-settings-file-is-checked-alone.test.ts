import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Command, type Ended, runCommand } from '../../support/processes/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

/** Without a server, a GitHub App or any variable. */
async function doctor(...args: string[]): Promise<Ended> {
  const command = await runCommand('src/app/doctor/cli.ts', args, {})
  commands.push(command)
  return command.ended
}

async function settings(text: string): Promise<string> {
  const path = join(await temporaryFolder(), 'prentice.yml')
  await writeFile(path, text)
  return path
}

test('every mistake is printed on its own line, and the exit code is 1', async () => {
  const path = await settings('limits:\n  steps: 0\nstepz: 1\n')
  const { code, stdout, stderr } = await doctor('--settings', path)
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout.split('\n')).toEqual([
    `fail  settings       ${path}: line 2, column 10: limits.steps must be a whole number from 1 to 1,000`,
    `fail  settings       ${path}: line 3, column 1: stepz is not a setting: did you mean limits.steps?`,
    '',
  ])
})

test('a file without mistakes passes', async () => {
  const path = await settings('draft: true\n')
  expect(await doctor('--settings', path)).toMatchObject({
    code: 0,
    stdout: `ok    settings       ${path} is valid\n`,
  })
  const { code, stdout } = await doctor('--json', '--settings', path)
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { ok: true, findings: [{ status: 'ok' }] }])
})

test('the settings of an organisation are checked against the schema of organisations', async () => {
  const path = await settings('budgets: [{ name: all, repositories: ["*"], usd-per-month: 5 }]\n')
  const valid = `ok    settings       ${path} is valid as the settings of an organisation\n`
  expect((await doctor('--settings', path, '--organisation')).stdout).toBe(valid)
  const wrong = await settings('labels: [ai]\nlimits: { steps: 0 }\nchecks: [npm test]\n')
  const { code, stdout } = await doctor('--settings', wrong, '--organisation')
  expect([code, stdout.split('\n')]).toEqual([
    1,
    [
      `fail  settings       ${wrong}: line 1, column 1: labels is not a setting of this version, which cannot enforce it if it is a restriction: delete it, or upgrade Prentice`,
      `fail  settings       ${wrong}: line 2, column 18: limits.steps must be a whole number from 1 to 1,000`,
      `fail  settings       ${wrong}: line 3, column 1: checks is a setting of single repositories, not of an organisation`,
      '',
    ],
  ])
})

test('a file beside it with the other name that it may have is reported', async () => {
  const path = await settings('draft: true\n')
  const other = path.replace('.yml', '.yaml')
  await writeFile(other, 'draft: false\n')
  for (const [one, two] of [
    [path, other],
    [other, path],
  ] as const)
    expect(await doctor('--settings', one)).toMatchObject({
      code: 1,
      stdout: `fail  settings       ${one}: ${two} exists too: delete one of the two\n`,
    })
})

test('a missing file, and an option without a file, are errors', async () => {
  const missing = await doctor('--settings', '/no/such/prentice.yml')
  expect(missing).toMatchObject({ code: 1, stdout: expect.stringContaining('cannot be read (ENOENT)') })
  const wrong = await doctor('--settings')
  expect([wrong.code, wrong.stdout]).toEqual([2, ''])
  expect(wrong.stderr).toContain("error: Option '--settings <value>' argument missing\nusage: ")
  expect((await doctor('--setings', 'a.yml')).stderr).toContain("error: Unknown option '--setings'\n")
})

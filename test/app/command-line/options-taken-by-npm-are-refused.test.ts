import { afterEach, expect, test } from 'vitest'
import { type Command, type Ended, runCommand, runProgram } from '../../support/processes/command.ts'

const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

const npm = async (...args: string[]): Promise<Ended> => {
  const command = await runProgram('npm', ['run', '--silent', ...args], {})
  commands.push(command)
  return command.ended
}

/** As below an npm that was given `--account`, too. */
const pause = async (...args: string[]): Promise<Ended> => {
  const env = { npm_lifecycle_event: 'pause', npm_config_account: 'true', npm_config_stop_running: '' }
  const command = await runCommand('src/app/ops/pause.ts', ['pause', ...args], env)
  commands.push(command)
  return command.ended
}

test.each([
  [['onboard', '--dry-run'], 'npm run onboard -- --dry-run'],
  [['pause', '--account', 'acme', '--stop-running'], 'npm run pause -- --account --stop-running'],
  [['keys', 'create', '--account=acme', '--scopes', 'read'], 'npm run keys -- --account --scopes'],
])('npm run %j is refused, because npm keeps the options', async (args, right) => {
  const { code, stdout, stderr } = await npm(...args)
  expect({ code, stdout, line: stderr.split('\n')[0] }).toEqual({
    code: 2,
    stdout: '',
    line: expect.stringMatching(/^error: npm kept --.* for itself: put `--` before the options, as in `/),
  })
  expect(stderr).toContain(`\`${right}\``)
})

test('options that the program got itself are not refused', async () => {
  const { code, stderr } = await pause('--account', 'acme')
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('there is no database') })
})

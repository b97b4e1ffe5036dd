import { afterEach, expect, test } from 'vitest'
import { type Command, runCommand } from '../../support/processes/command.ts'

const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

const RUNNER = 'src/app/ops/runner-repository.ts'

test.each([
  [
    RUNNER,
    ['--account', 'acme', '--remove', '--repository', 'acme/runner'],
    'name --repository or --remove, not both',
  ],
  [RUNNER, ['--account', 'acme'], 'name --repository or --remove'],
  [RUNNER, ['--remove'], 'name --account'],
  ['src/app/onboarding/cli.ts', ['--match', ''], '--match is empty: name repositories, as in --match acme/*'],
  ['src/app/onboarding/cli.ts', ['--wave', '0'], '--wave must be a number from 1 to 100'],
])('%s %j is refused with its usage', async (program, args, message) => {
  const command = await runCommand(program, args)
  commands.push(command)
  expect(await command.ended).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`error: ${message}\nusage: npm run `),
  })
})

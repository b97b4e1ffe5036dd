import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { argumentsOf, SERVER_COMMANDS } from '../../../../src/cli/server/server-commands.ts'
import { documentedCommands } from '../../../support/documented-commands.ts'

const run = promisify(execFile)

/** The arguments of `keys` are checked without a process. */
const OTHERS = SERVER_COMMANDS.filter(({ name }) => name !== 'keys')

/** In `npm run NAME -- …` and `prentice server NAME …`; of those that differ only in values, one. */
function documentedArguments(name: string): string[][] {
  const given = new Map<string, string[]>()
  for (const { of, words } of documentedCommands()) {
    const [script, ...args] = of === 'npm' ? words : words[0] === 'server' ? words.slice(1) : []
    const form = args.filter((_, index) => !args[index - 1]?.startsWith('--')).join(' ')
    if (script === name && args.length > 0) given.set(form, args)
  }
  return [...given.values()]
}

/** With `--help` the program does nothing, and checks the other arguments first. */
const help = (name: string, args: readonly string[]) => {
  const command = OTHERS.find((one) => one.name === name)
  if (command === undefined) throw new Error(`${name} is no command of the server`)
  return run(process.execPath, argumentsOf(command, [...args, '--help']), { env: {} })
}

const DOCUMENTED = OTHERS.flatMap(({ name }) => documentedArguments(name).map((args) => ({ name, args })))

test('the documentation has commands of the server with arguments', () => {
  expect(DOCUMENTED.length).toBeGreaterThan(10)
})

test.each(DOCUMENTED)('$name takes $args', async ({ name, args }) => {
  const { stdout, stderr } = await help(name, args)
  expect(stdout).toContain(`npm run ${['workflow', 'report'].includes(name) ? '--silent ' : ''}${name}`)
  expect(stderr).toBe('')
})

test('start --help prints the usage and starts nothing', async () => {
  expect((await help('start', [])).stdout).toMatch(/^usage: npm start\n/)
})

test.each(['doctor', 'backup', 'start'])('%s refuses an option that it does not have', async (name) => {
  await expect(help(name, ['--frob'])).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: Unknown option '--frob'.*\nusage: npm (run|start)/s),
  })
})

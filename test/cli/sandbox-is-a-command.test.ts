import { expect, test } from 'vitest'
import { requirePackages, runSandbox } from '../../src/cli/server/run-program.ts'
import { runCommand } from '../support/processes/command.ts'
import { commandLine } from './command-line.ts'

test('`prentice sandbox` starts the sandbox with its options, and ends with its exit code', async () => {
  const command = await runCommand('src/cli/main.ts', ['sandbox', '--json', '--port', 'x'])
  expect(await command.ended).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: --port x: must be a number from 0 (any free port) to 65535\n',
  })
  await command.remove()
})

test('the help of the command line says where the options are', async () => {
  const { run } = await commandLine()
  expect((await run(['help', 'sandbox'])).out).toMatch(/^Usage: prentice sandbox[\s\S]*sandbox --help` lists/)
})

test('an installation without the sandbox names the package that has one', async () => {
  await expect(runSandbox([], '/nowhere/serve.ts')).rejects.toThrow(
    'there is no sandbox here: start it from the npm package or from a checkout',
  )
})

test('packages that npm left out on an older Node are named as the reason', () => {
  const missing = () => {
    throw new Error("Cannot find package 'keyv'")
  }
  expect(() => requirePackages('the server', missing)).toThrow(
    'the server lacks packages, which npm leaves out on an older Node: install this package again',
  )
})

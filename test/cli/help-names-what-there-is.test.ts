import { expect, test } from 'vitest'
import { commandLine } from './command-line.ts'

test.each([
  ['frob', '^there is no command `frob`: name one of run, try, eval, init, list, .*, server, or none$'],
  ['batch frob', '^there is no command `batch frob`: name one of create, list, view, .*, retry, or none$'],
  ['batch create frob', '^there is no command `batch create frob`: `create` has no commands of its own$'],
  ['run frob', '^there is no command `run frob`: `run` has no commands of its own$'],
  ['server frob', '^there is no command `server frob`\n\nUsage: prentice server <command>'],
])('help %s is an error that names the commands', async (words, message) => {
  const { run } = await commandLine()
  const { code, out, notes } = await run(['help', ...words.split(' ')])
  expect([code, out]).toEqual([1, ''])
  expect(notes.replace(/^error: /, '').trim()).toMatch(new RegExp(message, 's'))
})

test.each([
  ['help', 'prentice [options] [command]'],
  ['help help', 'prentice [options] [command]'],
  ['help --help', 'prentice [options] [command]'],
  ['help batch', 'prentice batch [options] [command]'],
  ['help batch create', 'prentice batch create [options] [prompt...]'],
  ['help run', 'prentice run [options] [prompt...]'],
  ['help server', 'prentice server <command> [arguments]'],
  ['help sandbox', 'prentice sandbox [options]'],
])('%s explains %s', async (words, usage) => {
  const { run } = await commandLine()
  const { code, out } = await run(words.split(' '))
  expect([code, out.split('\n')[0]]).toEqual([0, `Usage: ${usage}`])
})

test.each([
  ['batch frob', "error: unknown command 'frob'\nSee `prentice help batch`."],
  ['batch creat', "error: unknown command 'creat'\n(Did you mean create?)\nSee `prentice help batch`."],
  ['frob', "error: unknown command 'frob'\nSee `prentice help`."],
  ['run --frob', "error: unknown option '--frob'\nSee `prentice help run`."],
])('%s names the help of its command', async (words, message) => {
  const { run } = await commandLine()
  expect(await run(words.split(' '))).toEqual({ code: 1, out: '', notes: `${message}\n` })
})

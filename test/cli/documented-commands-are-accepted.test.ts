import { Readable, Writable } from 'node:stream'
import { type Command, CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { readDemoOptions, readServeOptions } from '../../sandbox/cli/read-options.ts'
import { operator } from '../../src/app/audit/actor.ts'
import { keysProgram } from '../../src/app/keys/cli/run-keys.ts'
import { openTerminal } from '../../src/cli/output/terminal.ts'
import { createProgram } from '../../src/cli/program.ts'
import { type DocumentedCommand, documentedCommands } from '../support/documented-commands.ts'

const never = (): never => {
  throw new Error('a command was run')
}

function prentice(): Command {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const context = {
    environment: {},
    folder: '/nowhere',
    loginsPath: '/nowhere',
    terminal: openTerminal({ stdin: Readable.from([]), stdout: nowhere, stderr: nowhere }, {}),
    signal: new AbortController().signal,
    now: never,
    openInBrowser: never,
  }
  return createProgram({ context, version: '1.2.3', output: {}, setExitCode: () => undefined })
}

const keys = (): Command =>
  keysProgram({
    openStore: never,
    keyPepper: null,
    auditMs: 1,
    by: operator('ada'),
    now: never,
    newKeyId: never,
    secretInt: never,
    print: never,
    note: never,
  })

/** Parses as the program does, and does nothing. `null`: it accepts the words. */
async function whyRefused(program: Command, words: readonly string[]): Promise<string | null> {
  inert(program)
  try {
    await program.parseAsync(words, { from: 'user' })
    return null
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // A text may only name a command.
    return isName(words) && /^commander\.(missing|help)/.test(error.code) ? null : error.message
  }
}

function inert(command: Command): void {
  command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined }).exitOverride()
  if (command.commands.length === 0) command.action(() => undefined)
  for (const one of command.commands) inert(one)
}

const isName = (words: readonly string[]): boolean => words.every((word) => /^[a-z][a-z-]*$/.test(word))

function tellOf(refused: readonly (string | null)[], commands: readonly DocumentedCommand[]): string[] {
  return refused.flatMap((why, index) => {
    const { page, words } = commands[index] ?? { page: '', words: [] }
    return why === null ? [] : [`${page}: ${words.join(' ')}: ${why}`]
  })
}

test('every command of prentice in the documentation is one that prentice accepts', async () => {
  const commands = documentedCommands().filter(({ of, words }) => of === 'prentice' && words[0] !== 'help')
  expect(commands.length).toBeGreaterThan(30)
  const refused = await Promise.all(commands.map(({ words }) => whyRefused(prentice(), words)))
  expect(tellOf(refused, commands)).toEqual([])
})

test('every command of API keys in the documentation is one that the server has', async () => {
  const commands = documentedCommands()
    .filter(({ words }) => words[0] === 'keys' || (words[0] === 'server' && words[1] === 'keys'))
    .map(({ words, ...command }) => ({ ...command, words: words.slice(words.indexOf('keys') + 1) }))
    .filter(({ words }) => words.length > 0)
  expect(commands.length).toBeGreaterThan(6)
  const refused = await Promise.all(commands.map(({ words }) => whyRefused(keys(), words)))
  expect(tellOf(refused, commands)).toEqual([])
})

test('every option of the demo and the sandbox in the documentation exists', () => {
  const READERS = { demo: readDemoOptions, sandbox: readServeOptions }
  const commands = documentedCommands().filter(({ words }) => (words[0] ?? '') in READERS)
  expect(commands.length).toBeGreaterThan(4)
  for (const { words } of commands) {
    const [name, ...args] = words
    expect(READERS[name === 'demo' ? 'demo' : 'sandbox'](args, '/')).not.toBeNull()
  }
})

test('a command that does not exist, an unknown option and a wrong value are refused', async () => {
  expect(await whyRefused(prentice(), ['frob'])).toContain("unknown command 'frob'")
  expect(await whyRefused(prentice(), ['list', '--frob'])).toContain("unknown option '--frob'")
  expect(await whyRefused(prentice(), ['list', '--status', 'odd'])).toContain('Allowed choices')
  expect(await whyRefused(keys(), ['create', '--name', 'ci'])).toContain("'--account <login>' not specified")
})

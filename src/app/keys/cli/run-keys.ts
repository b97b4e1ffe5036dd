import { randomInt, randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { Writable } from 'node:stream'
import { Command, CommanderError, Option, type OutputConfiguration } from 'commander'
import { operator } from '../../audit/actor.ts'
import { commandOf, programOf } from '../../command-line/command-name.ts'
import { describeKeptByNpm } from '../../command-line/run-command.ts'
import { readKeysConfig } from '../../config/read-config.ts'
import { openStore } from '../../store/open/open-store.ts'
import { COMMAND_LINE } from '../key-record.ts'
import { GRACES } from '../rotate-key.ts'
import {
  type CreateOptions,
  create,
  EXPIRIES,
  type KeysDeps,
  list,
  parseList,
  parseName,
  parseRanges,
  parseScopes,
  revoke,
  rotate,
} from './commands.ts'

interface KeysCommand {
  readonly args: readonly string[]
  readonly readEnvironment: () => NodeJS.ProcessEnv
  readonly stdout: Writable
  readonly stderr: Writable
}

/** Runs one command. Returns its exit code: 0: done, 1: failed, 2: wrong arguments. */
export async function runKeys({ args, readEnvironment, stdout, stderr }: KeysCommand): Promise<number> {
  try {
    const environment = readEnvironment()
    const read = readKeysConfig(environment)
    if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
    const { databaseUrl, keyPepper, auditMs } = read.config
    const program = keysProgram(
      {
        openStore: () => openStore(databaseUrl, { mustExist: true, keyPepper }),
        keyPepper,
        auditMs,
        by: operator(userInfo().username),
        isUnlimited: true,
        now: Date.now,
        newKeyId: () => `key_${randomUUID()}`,
        secretInt: (below) => randomInt(below),
        print: lineWriter(stdout),
        note: (text) => stderr.write(`${text}\n`),
      },
      { writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) },
    )
    const names = program.commands.flatMap(({ options }) => options.map((option) => option.name()))
    const kept = describeKeptByNpm([...new Set(names)], args, environment)
    if (kept !== null) program.error(`error: ${kept}`)
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    // commander has already printed what is wrong with the arguments. `--help` is not a failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

/** The commands and options of the command line for API keys. `output`: of help and of errors in arguments. */
export function keysProgram(deps: KeysDeps, output: OutputConfiguration = {}): Command {
  const program = new Command(programOf('keys'))
    .description('Create, list, rotate and revoke API keys')
    .exitOverride()
    .showHelpAfterError(`See \`${commandOf('keys', 'help')}\`.`)
    .configureOutput(output)
  const ofAccount = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .requiredOption('--account <login>', 'GitHub account whose projects the key covers')
      .option('--json', 'print JSON')
  const ofKey = (name: string, description: string) =>
    ofAccount(name, description).requiredOption('--id <key id>', 'id of the key, from `list`')

  ofAccount('create', 'create a key, which is shown only once')
    .option('--name <name>', 'purpose of the key', parseName, 'unnamed')
    .option('--scopes <list>', 'read, write, admin; each includes those before it', parseScopes, [
      'read',
      'write',
    ])
    .addOption(new Option('--expires <days>', 'lifetime in days').choices(EXPIRIES).default('90'))
    .option(
      '--projects <list>',
      'restrict the key to these projects (owner/name or id, comma-separated)',
      parseList,
    )
    .option(
      '--allow-ip <ranges>',
      'restrict the key to these addresses or CIDR ranges (comma-separated)',
      parseRanges,
      [],
    )
    .option('--created-by <who>', 'name of the person or program that creates it', parseName, COMMAND_LINE)
    .action((options: CreateOptions) => create(deps, options))
  ofAccount('list', 'show the keys of an account').action((options) => list(deps, options))
  ofKey('rotate', 'replace a key by one with the same settings, which is shown only once')
    .addOption(
      new Option('--grace <time>', 'how long the old key stays valid')
        .choices(Object.keys(GRACES))
        .default('24h'),
    )
    .action((options) => rotate(deps, options))
  ofKey('revoke', 'revoke a key immediately').action((options) => revoke(deps, options))
  return program
}

/**
 * Returns a function that writes a line to a stream. It resolves once the line is written, and rejects if it cannot be,
 * for example on a full disk or to a closed pipe.
 */
function lineWriter(stream: Writable): (text: string) => Promise<void> {
  // The callback of each write gets its error. Without this listener the stream would end the process with it.
  stream.on('error', () => {})
  return (text) =>
    new Promise((resolve, reject) => {
      stream.write(`${text}\n`, (error) => (error ? reject(error) : resolve()))
    })
}

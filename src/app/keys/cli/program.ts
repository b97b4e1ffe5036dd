import { Command, Option, type OutputConfiguration } from 'commander'
import { commandOf, programOf } from '../../command-line/command-name.ts'
import { COMMAND_LINE } from '../key-record.ts'
import { GRACES } from '../rotate-key.ts'
import { type CreateOptions, create, type KeysDeps, list, revoke, rotate } from './commands.ts'
import { EXPIRIES, parseList, parseName, parseRanges, parseScopes } from './key-options.ts'

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

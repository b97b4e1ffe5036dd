import { Command, Option } from 'commander'
import { GRACES } from '../rotate-key.ts'
import { type CreateOptions, create, type KeysDeps, list, revoke, rotate } from './commands.ts'
import { EXPIRIES, parseList, parseName, parseRanges, parseScopes } from './key-options.ts'

/** The commands and options of the command line for API keys. */
export function keysProgram(deps: KeysDeps): Command {
  const program = new Command('keys').description('Create, list, rotate and revoke API keys').exitOverride()
  const ofAccount = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .requiredOption('--account <login>', 'account on GitHub whose projects the key covers')
      .option('--json', 'print JSON')
  const ofKey = (name: string, description: string) =>
    ofAccount(name, description).requiredOption('--id <key id>', 'id of the key, as `list` shows it')

  ofAccount('create', 'make a key; it is shown once')
    .option('--name <name>', 'what it is for', parseName, 'unnamed')
    .option('--scopes <list>', 'read, write or both; write implies read', parseScopes, ['read', 'write'])
    .addOption(new Option('--expires <days>', 'days it lives').choices(EXPIRIES).default('90'))
    .option('--projects <list>', 'only these projects, as owner/name or id, separated by commas', parseList)
    .option('--allow-ip <ranges>', 'only from these addresses or CIDR ranges, by commas', parseRanges, [])
    .option('--created-by <who>', 'who asked for it', parseName, 'command line')
    .action((options: CreateOptions) => create(deps, options))
  ofAccount('list', 'show the keys of an account').action((options) => list(deps, options))
  ofKey('rotate', 'make a key with the same settings in place of one; it is shown once')
    .addOption(
      new Option('--grace <time>', 'how long the old one stays good')
        .choices(Object.keys(GRACES))
        .default('24h'),
    )
    .action((options) => rotate(deps, options))
  ofKey('revoke', 'revoke a key immediately').action((options) => revoke(deps, options))
  return program
}

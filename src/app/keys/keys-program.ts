import { Command, InvalidArgumentError, Option } from 'commander'
import type { Store } from '../store/store.ts'
import { addressRange } from './address-range.ts'
import { createKey } from './create-key.ts'
import { findAccount } from './find-account.ts'
import { keyLine, keyTable } from './key-lines.ts'
import { type KeyRecord, Scope } from './key-record.ts'
import { listKeys } from './list-keys.ts'
import { revokeKey } from './revoke-key.ts'

export interface KeysDeps {
  /** Opened only once the arguments are known to be good. */
  readonly openStore: () => Promise<Store>
  readonly now: () => number
  readonly newId: () => string
  readonly randomInt: (below: number) => number
  /** For programs. */
  readonly print: (text: string) => void
  /** For the person beside it. */
  readonly note: (text: string) => void
}

interface CreateOptions {
  account: string
  name: string
  scopes: Scope[]
  expires: '7' | '30' | '60' | '90' | 'none'
  projects?: string[]
  allowIp: string[]
  json?: true
}

/** The command line for API keys: create, list, revoke. */
export function keysProgram(deps: KeysDeps): Command {
  const program = new Command('keys').description('Create, list and revoke API keys').exitOverride()
  const ofAccount = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .requiredOption('--account <login>', 'account on GitHub whose projects the key covers')
      .option('--json', 'print JSON')

  ofAccount('create', 'make a key; it is shown once')
    .option('--name <name>', 'what it is for', 'unnamed')
    .option('--scopes <list>', 'read, write or both', parseScopes, ['read', 'write'])
    .addOption(
      new Option('--expires <days>', 'days it lives').choices(['7', '30', '60', '90', 'none']).default('90'),
    )
    .option('--projects <ids>', 'only these projects, separated by commas', parseList)
    .option(
      '--allow-ip <ranges>',
      'only from these addresses or CIDR ranges, separated by commas',
      parseRanges,
      [],
    )
    .action((options: CreateOptions) => withStore(deps, (store) => create({ ...deps, store }, options)))
  ofAccount('list', 'show the keys of an account').action((options: { account: string; json?: true }) =>
    withStore(deps, (store) => list({ ...deps, store }, options)),
  )
  ofAccount('revoke', 'end a key at once')
    .requiredOption('--id <key id>', 'id of the key, as `list` shows it')
    .action((options: { account: string; id: string; json?: true }) =>
      withStore(deps, (store) => revoke({ ...deps, store }, options)),
    )
  return program
}

type OpenDeps = KeysDeps & { readonly store: Store }

async function withStore(deps: KeysDeps, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await deps.openStore()
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

async function create(deps: OpenDeps, options: CreateOptions): Promise<void> {
  const account = await findAccount(deps, options.account)
  const { key, record } = await createKey(deps, {
    accountId: account.id,
    name: options.name,
    scopes: options.scopes,
    projectIds: options.projects ?? null,
    allowedIps: options.allowIp,
    expiresInDays: options.expires === 'none' ? null : Number(options.expires),
    createdBy: 'command line',
  })
  deps.print(options.json ? JSON.stringify({ key, ...record }) : key)
  deps.note(`${keyLine(record, deps.now())}\nThe key is shown this once: put it where your secrets are kept.`)
}

async function list(
  deps: OpenDeps,
  { account: login, json }: { account: string; json?: true },
): Promise<void> {
  const account = await findAccount(deps, login)
  const records: KeyRecord[] = await listKeys(deps, account.id)
  if (json) deps.print(JSON.stringify(records))
  else if (records.length === 0) deps.note(`${account.login} has no keys yet`)
  else deps.print(keyTable(records, deps.now()))
}

async function revoke(deps: OpenDeps, options: { account: string; id: string; json?: true }): Promise<void> {
  const account = await findAccount(deps, options.account)
  const outcome = await revokeKey(deps, { accountId: account.id, id: options.id })
  if (outcome === 'unknown')
    throw new Error(
      `${account.login} has no key ${options.id}: \`list --account ${account.login}\` shows its keys`,
    )
  deps.print(options.json ? JSON.stringify({ id: options.id, outcome }) : `${options.id} ${outcome}`)
}

function parseList(text: string): string[] {
  const items = text.split(',').map((item) => item.trim())
  if (items.includes('')) throw new InvalidArgumentError('It has an empty entry.')
  return items
}

function parseScopes(text: string): Scope[] {
  const scopes = Scope.array().safeParse(parseList(text))
  if (!scopes.success) throw new InvalidArgumentError('Allowed are read, write, or read,write.')
  return [...new Set(scopes.data)]
}

function parseRanges(text: string): string[] {
  return parseList(text).map((item) => {
    const range = addressRange(item)
    if (range === null) throw new InvalidArgumentError(`${item} is neither an address nor a CIDR range.`)
    return range
  })
}

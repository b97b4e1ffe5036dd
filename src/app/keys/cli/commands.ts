import { InvalidArgumentError } from 'commander'
import { parseIpRange } from '../../../net/ip-address.ts'
import type { Actor } from '../../audit/actor.ts'
import { commandOf } from '../../command-line/command-name.ts'
import { type AccountRecord, findAccount } from '../../projects/account.ts'
import { projectIdOfRepository } from '../../projects/list-projects.ts'
import type { Store } from '../../store/store.ts'
import { createKey, KEYS_AN_HOUR, type KeyWork, undoCreateKey } from '../create-key.ts'
import { KeyName, type KeyRecord, keyStatus, keyView, listKeys, revokeKey, Scope } from '../key-record.ts'
import { type Grace, rotateKey } from '../rotate-key.ts'

export interface KeysDeps extends Omit<KeyWork, 'store'> {
  /** Called only after the arguments have been checked. */
  readonly openStore: () => Promise<Store>
  /** Who runs the command. */
  readonly by: Actor
  /** Prints to standard output, for programs; rejects if it cannot write. */
  readonly print: (text: string) => Promise<void>
  /** Prints to standard error, for people. */
  readonly note: (text: string) => void
}

interface AccountOptions {
  readonly account: string
  readonly json?: true
}

export interface CreateOptions extends AccountOptions {
  readonly name: string
  readonly scopes: Scope[]
  readonly expires: Expires
  readonly projects?: string[]
  readonly allowIp: string[]
  readonly createdBy: string
}

async function onAccount(
  deps: KeysDeps,
  login: string,
  work: (deps: KeysDeps & { readonly store: Store }, account: AccountRecord) => Promise<void>,
): Promise<void> {
  const store = await deps.openStore()
  try {
    await work({ ...deps, store }, await findAccount({ store }, login))
  } finally {
    await store.close()
  }
}

interface HandedOver {
  readonly account: AccountRecord
  readonly id: string
  readonly text: string
  /** Undoes the creation. Returns a sentence about the result. */
  readonly takeBack: () => Promise<string>
}

/** A key cannot be shown again, so a key that could not be printed is revoked. */
async function handOver(deps: KeysDeps, { account, id, text, takeBack }: HandedOver): Promise<void> {
  try {
    await deps.print(text)
  } catch (cause) {
    const outcome = await takeBack().catch((error: unknown) => stillThere(account, id, error))
    throw unheard(cause, `, so the key was not shown: ${outcome}`)
  }
}

const printed = ({ print }: KeysDeps, text: string): Promise<void> =>
  print(text).catch((cause: unknown) => {
    throw unheard(cause)
  })

/** The ids of projects that are named by id or by repository. */
async function readProjects(
  store: Store,
  account: AccountRecord,
  named: readonly string[],
): Promise<string[]> {
  const ids = await Promise.all(
    named.map((name) => (name.includes('/') ? projectIdOfRepository(store, account.id, name) : name)),
  )
  const unknown = named.filter((_, at) => ids[at] === null)
  if (unknown.length > 0) throw unknownProjects(account, unknown)
  return [...new Set(ids.filter((id) => id !== null))]
}

const ONCE = 'The key is shown only once: store it where you keep your secrets.'

export const create = (on: KeysDeps, options: CreateOptions): Promise<void> =>
  onAccount(on, options.account, async (deps, account) => {
    const projectIds = options.projects ? await readProjects(deps.store, account, options.projects) : null
    const created = await createKey(
      deps,
      {
        accountId: account.id,
        name: options.name,
        scopes: options.scopes,
        projectIds,
        allowedIps: options.allowIp,
        expiresInDays: daysOf(options.expires),
        createdBy: options.createdBy,
      },
      deps.by,
    )
    switch (created.kind) {
      case 'limited':
        throw limited(account, created.againAt, deps.now())
      case 'unknown-projects':
        throw unknownProjects(account, created.ids)
      case 'added': {
        const { key, record } = created
        const text = options.json ? JSON.stringify({ key, ...keyView(record, deps.now()) }) : key
        const takeBack = async () => {
          await undoCreateKey(deps, record)
          return `${record.id} is revoked; redirect the output and create another key`
        }
        await handOver(deps, { account, id: record.id, text, takeBack })
        deps.note(`${keyLine(record, deps.now())}\n${ONCE}`)
      }
    }
  })

export const list = (on: KeysDeps, { account: login, json }: AccountOptions): Promise<void> =>
  onAccount(on, login, async (deps, account) => {
    const records = await listKeys(deps, account.id)
    const at = deps.now()
    if (json) await printed(deps, JSON.stringify(records.map((record) => keyView(record, at))))
    else if (records.length === 0) deps.note(`${account.login} has no keys yet`)
    else await printed(deps, keyTable(records, at))
  })

export const rotate = (
  on: KeysDeps,
  { account: login, id, grace, json }: AccountOptions & { readonly id: string; readonly grace: Grace },
): Promise<void> =>
  onAccount(on, login, async (deps, account) => {
    const rotated = await rotateKey(deps, { accountId: account.id, id, grace }, deps.by)
    switch (rotated.kind) {
      case 'unknown':
        throw unknownKey(account, id)
      case 'limited':
        throw limited(account, rotated.againAt, deps.now())
      case 'rotated-before':
        throw rotatedBefore(id, rotated.to)
      case 'expired':
      case 'revoked':
        throw ended(id, rotated.kind)
      case 'rotated': {
        const { key, record, old, before } = rotated
        const at = deps.now()
        const text = json ? JSON.stringify({ key, ...keyView(record, at), old: keyView(old, at) }) : key
        const takeBack = async () => {
          await undoCreateKey(deps, record, before)
          return `${record.id} is revoked and ${id} is unchanged; redirect the output and rotate it again`
        }
        await handOver(deps, { account, id: record.id, text, takeBack })
        deps.note(`${keyLine(record, at)}\n${ONCE}\nThe old key, ${id}, expires ${minute(old.expiresAt)}.`)
      }
    }
  })

export const revoke = (
  on: KeysDeps,
  { account: login, id, json }: AccountOptions & { readonly id: string },
): Promise<void> =>
  onAccount(on, login, async (deps, account) => {
    const outcome = await revokeKey(deps, { accountId: account.id, id }, deps.by)
    if (outcome === 'unknown') throw unknownKey(account, id)
    await printed(deps, json ? JSON.stringify({ id, outcome }) : `${id} ${outcome.replace('-', ' ')}`)
  })

/** The error messages of the command line. */

const unknownKey = ({ login }: AccountRecord, id: string): Error =>
  new Error(`${login} has no key ${id}: \`list --account ${login}\` shows its keys`)

const unknownProjects = ({ login }: AccountRecord, ids: readonly string[]): Error =>
  new Error(
    `${login} has no project ${ids.join(', ')}: \`${commandOf('projects')}\` lists the projects and their ids`,
  )

const rotatedBefore = (id: string, to: string): Error =>
  new Error(`${id} was already rotated: rotate its replacement, ${to}`)

const ended = (id: string, how: 'expired' | 'revoked'): Error =>
  new Error(`${id} is ${how} and cannot be rotated: create a new key`)

function limited({ login }: AccountRecord, againAt: number, at: number): Error {
  const again = new Date(Math.ceil(againAt / 1000) * 1000).toISOString().replace(/\.\d+/, '')
  const minutes = Math.ceil((againAt - at) / 60_000)
  return new Error(
    `you have created ${KEYS_AN_HOUR.each} keys of ${login} within an hour, the limit of one person: try again at ${again}, in ${minutes} min`,
  )
}

/** `then`: the consequence for the key. */
const unheard = (cause: unknown, then = ''): Error =>
  new Error(`cannot write to standard output (${wordsOf(cause)})${then}`, { cause })

/** What to do with a key that was not shown and could not be revoked. */
const stillThere = ({ login }: AccountRecord, id: string, error: unknown): string =>
  `it could not be revoked (${wordsOf(error)}); run \`revoke --account ${login} --id ${id}\``

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const HEAD = ['id', 'name', 'key', 'scopes', 'covers', 'from', 'creator', 'last used', 'status']

/** One key on one line, for people. */
const keyLine = (record: KeyRecord, at: number): string => cells(record, at).join('  ')

/** Keys in aligned columns. */
function keyTable(records: readonly KeyRecord[], at: number): string {
  const rows = [HEAD, ...records.map((record) => cells(record, at))]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cells(record: KeyRecord, at: number): string[] {
  return [
    record.id,
    record.name,
    `${record.start}…${record.last4}`,
    record.scopes.join(','),
    record.projectIds?.join(',') ?? 'all projects',
    record.allowedIps.join(',') || 'anywhere',
    record.createdBy,
    record.lastUsedAt === null ? 'never' : minute(record.lastUsedAt),
    statusText(record, at),
  ]
}

function statusText(record: KeyRecord, at: number): string {
  const status = keyStatus(record, at)
  switch (status) {
    case 'revoked':
      return `revoked ${minute(record.revokedAt)}`
    case 'expired':
      return `expired ${minute(record.expiresAt)}`
    case 'expires soon':
      return `valid, expires soon: ${minute(record.expiresAt)}`
    case 'valid':
      return record.expiresAt === null
        ? 'valid, does not expire'
        : `valid, expires ${minute(record.expiresAt)}`
  }
}

/** `2030-01-01 12:30Z` */
const minute = (date: string | null): string => date?.replace(/T(\d\d:\d\d).*/, ' $1Z') ?? ''

/** Parsers for the arguments of the command line. commander prints the messages of their errors. */

export function parseName(text: string): string {
  const name = KeyName.safeParse(text)
  if (!name.success) throw new InvalidArgumentError(`It ${name.error.issues[0]?.message}.`)
  return name.data
}

export function parseList(text: string): string[] {
  const items = text.split(',').map((item) => item.trim())
  if (items.includes('')) throw new InvalidArgumentError('It has an empty entry.')
  return [...new Set(items)]
}

export function parseScopes(text: string): Scope[] {
  const scopes = Scope.array().safeParse(parseList(text))
  if (!scopes.success)
    throw new InvalidArgumentError('Allowed values are read, write and admin, separated by commas.')
  return scopes.data
}

export const parseRanges = (text: string): string[] =>
  parseList(text).map((item) => {
    const read = parseIpRange(item)
    if (read.kind === 'invalid') throw new InvalidArgumentError(`${read.why}.`)
    return read.range
  })

const DAYS = { '7': 7, '30': 30, '60': 60, '90': 90, none: null } as const

export const EXPIRIES = Object.keys(DAYS)
const daysOf = (expires: keyof typeof DAYS): 7 | 30 | 60 | 90 | null => DAYS[expires]
type Expires = keyof typeof DAYS

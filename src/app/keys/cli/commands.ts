import type { Actor } from '../../audit/actor.ts'
import { projectIdOfRepository } from '../../projects/find-by-repository.ts'
import type { AccountRecord } from '../../records/account.ts'
import type { Store } from '../../store/store.ts'
import { createKey } from '../create-key.ts'
import { findAccount } from '../find-account.ts'
import type { Scope } from '../key-record.ts'
import { keyView } from '../key-record.ts'
import { listKeys } from '../list-keys.ts'
import { revokeKey } from '../revoke-key.ts'
import { type Grace, rotateKey } from '../rotate-key.ts'
import { undoCreateKey } from '../undo-create-key.ts'
import {
  ended,
  limited,
  rotatedBefore,
  stillThere,
  unheard,
  unknownKey,
  unknownProjects,
} from './error-messages.ts'
import { daysOf, type Expires } from './key-options.ts'
import { keyLine, keyTable, minute } from './key-table.ts'

export interface KeysDeps {
  /** Called only after the arguments have been checked. */
  readonly openStore: () => Promise<Store>
  readonly keyPepper: string | null
  readonly auditMs: number
  /** Who runs the command. */
  readonly by: Actor
  readonly isUnlimited?: boolean
  readonly now: () => number
  readonly newId: () => string
  readonly randomInt: (below: number) => number
  /** Prints to standard output, for programs; rejects if it cannot write. */
  readonly print: (text: string) => Promise<void>
  /** Prints to standard error, for people. */
  readonly note: (text: string) => void
}

export interface AccountOptions {
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

type OpenDeps = KeysDeps & { readonly store: Store }

async function onAccount(
  deps: KeysDeps,
  login: string,
  work: (deps: OpenDeps, account: AccountRecord) => Promise<void>,
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

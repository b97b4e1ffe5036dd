import { commandOf } from '../../command-line/command-name.ts'
import type { AccountRecord } from '../../records/account.ts'
import { KEYS_AN_HOUR } from '../add-key.ts'

/** The error messages of the command line. */

export const unknownKey = ({ login }: AccountRecord, id: string): Error =>
  new Error(`${login} has no key ${id}: \`list --account ${login}\` shows its keys`)

export const unknownProjects = ({ login }: AccountRecord, ids: readonly string[]): Error =>
  new Error(
    `${login} has no project ${ids.join(', ')}: \`${commandOf('projects')}\` lists the projects and their ids`,
  )

export const rotatedBefore = (id: string, to: string): Error =>
  new Error(`${id} was already rotated: rotate its replacement, ${to}`)

export const ended = (id: string, how: 'expired' | 'revoked'): Error =>
  new Error(`${id} is ${how} and cannot be rotated: create a new key`)

export function limited({ login }: AccountRecord, againAt: number, at: number): Error {
  const again = new Date(Math.ceil(againAt / 1000) * 1000).toISOString().replace(/\.\d+/, '')
  const minutes = Math.ceil((againAt - at) / 60_000)
  return new Error(
    `you have created ${KEYS_AN_HOUR.each} keys of ${login} within an hour, the limit of one person: try again at ${again}, in ${minutes} min`,
  )
}

/** `then`: the consequence for the key. */
export const unheard = (cause: unknown, then = ''): Error =>
  new Error(`cannot write to standard output (${wordsOf(cause)})${then}`, { cause })

/** What to do with a key that was not shown and could not be revoked. */
export const stillThere = ({ login }: AccountRecord, id: string, error: unknown): string =>
  `it could not be revoked (${wordsOf(error)}); run \`revoke --account ${login} --id ${id}\``

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

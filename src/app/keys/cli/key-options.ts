import { InvalidArgumentError } from 'commander'
import { parseIpRange } from '../../../net/ip-address.ts'
import { KeyName, Scope } from '../key-record.ts'

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
export const daysOf = (expires: keyof typeof DAYS): 7 | 30 | 60 | 90 | null => DAYS[expires]
export type Expires = keyof typeof DAYS

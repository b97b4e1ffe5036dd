import { z } from 'zod'
import { holdsKey } from '../../keys/find-key.ts'

/** A field of a request body that its schema does not know. */
export interface IgnoredField {
  readonly name: string
  /** What it is called here; `null`: nothing is like it. */
  readonly use: string | null
}

/** Names that other services use for the fields of ours, without case and separators. */
const NAMES_OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  ref: ['base', 'baseref', 'basebranch', 'branch', 'sourceref', 'startingbranch', 'targetbranch'],
  prompt: ['instruction', 'instructions', 'message', 'problemstatement', 'query', 'task', 'text'],
  draft: ['createdraft', 'draftpr', 'isdraft'],
  model: ['llm', 'modelid', 'modelname'],
  fallbackModels: ['fallback', 'fallbackmodel', 'fallbacks', 'backupmodels', 'models'],
  workingDirectory: ['cwd', 'directory', 'folder', 'path', 'subdirectory'],
  metadata: ['labels', 'meta', 'tags'],
  limitUsd: ['budget', 'budgetusd', 'costlimit', 'limit', 'maxbudget', 'maxcost', 'maxcostusd'],
  each: ['files', 'glob', 'globs', 'paths', 'pattern'],
  atOnce: ['concurrency', 'maxparallel', 'parallel', 'parallelism'],
  projectIds: ['projects', 'repositories'],
  url: ['endpoint', 'target', 'webhookurl'],
  events: ['types', 'eventtypes', 'on'],
}

/** Named to the caller. */
const MOST_NAMED = 10
/** Looked at: a body may hold thousands of names. */
const MOST_READ = 100
/** Longer ones, and those with other characters, are counted only: a name may hold anything. */
const SHOWN_NAME = /^[\w.:/-]{1,64}$/

/** The fields of a body that its schema ignores, those first that may be shown. Pure. */
export function findIgnored(sent: unknown, schema: z.ZodType): IgnoredField[] {
  if (!(schema instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return []
  const known = Object.keys(schema.shape)
  return Object.keys(sent)
    .filter((name) => !known.includes(name) && SHOWN_NAME.test(name))
    .slice(0, MOST_READ)
    .filter((name) => !holdsKey(name))
    .slice(0, MOST_NAMED)
    .map((name) => ({ name, use: whatIsMeant(name, known) }))
}

const bare = (name: string): string => name.replace(/[_.:/-]/g, '').toLowerCase()

function whatIsMeant(name: string, known: readonly string[]): string | null {
  const wanted = bare(name)
  const same = known.find((one) => bare(one) === wanted)
  const others = known.find((one) => NAMES_OF_OTHERS[one]?.includes(wanted))
  return same ?? others ?? known.find((one) => isNearMiss(wanted, bare(one))) ?? null
}

/** One letter more, less or other, or two that changed places; two of them in long names. */
const isNearMiss = (one: string, other: string): boolean =>
  distance(one, other) <= (Math.min(one.length, other.length) < 5 ? 1 : 2)

/** Restricted edit distance of two short names. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      const changed = (row[j - 1] ?? 0) + (isSame ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed, swapped))
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}

/** A list of strings with parameters (RFC 9651): `"branch";use="ref", "colour"`. Pure. */
export const ignoredHeader = (fields: readonly IgnoredField[]): string =>
  fields.map(({ name, use }) => `"${name}"${use === null ? '' : `;use="${use}"`}`).join(', ')

/** For the log of the run. Pure. */
export const describeIgnored = (fields: readonly IgnoredField[]): string[] =>
  fields.map(
    ({ name, use }) =>
      `the field ${name} of the request was ignored${use === null ? '' : `: its name is ${use}`}`,
  )

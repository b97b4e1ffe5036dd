import type { z } from 'zod'
import { quoteForShell } from '../../text/shell.ts'
import { findField, inSnakeCase, OTHER_FIELD_NAMES } from './field-names.ts'
import { escapeControls } from './repair-json.ts'

type Schema = z.core.JSONSchema.BaseSchema

/**
 * Corrects an input that does not quite match the tool's schema: fields with another name, `null` for a field that is
 * left out, the whole input or a list in it as JSON text, one entry in place of a list, a list within its name, numbers and booleans as text, lines
 * by their last one, a command as words or with its folder. Unknown fields stay as they are. Pure.
 */
export function repairToolInput(input: unknown, schema: Schema): unknown {
  if (schema.type === 'integer' || schema.type === 'boolean') return repairScalar(input, schema.type)
  if (schema.type === 'array') return repairList(input, schema)
  if (schema.type !== 'object' || schema.properties === undefined) return input
  const given = readJson(input, '{')
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const { properties } = schema
  const names = Object.keys(properties)
  const named = nameFields(readCommand(readRange(given, names), names), names)
  return Object.fromEntries(
    named.map(([name, value]) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined
      const repaired = typeof field === 'object' ? repairToolInput(value, field) : value
      return [name, COUNTED_FROM_ONE.has(name) && repaired === 0 ? 1 : repaired]
    }),
  )
}

/** Positions for which some models count from 0. */
const COUNTED_FROM_ONE = new Set(['from', 'column'])

function repairScalar(input: unknown, type: 'integer' | 'boolean'): unknown {
  if (typeof input !== 'string') return input
  const text = input.trim().toLowerCase()
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : input
  return text === 'true' || text === 'false' ? text === 'true' : input
}

function repairList(input: unknown, { items }: Schema): unknown {
  const read = readJson(readJson(input, '['), '{')
  const given = typeof read === 'object' && read !== null && !Array.isArray(read) ? asList(read, items) : read
  if (!Array.isArray(given) || typeof items !== 'object' || Array.isArray(items)) return given
  return given.map((item) => repairToolInput(item, items))
}

/** One entry, or an object that has nothing but the list. */
function asList(given: object, items: Schema['items']): unknown[] {
  const [[name, value] = ['', null], ...others] = Object.entries(given)
  const isEntry = typeof items !== 'object' || Array.isArray(items) || name in (items.properties ?? {})
  return others.length === 0 && Array.isArray(value) && !isEntry ? value : [given]
}

/** Each missing field takes the value of the first of its other names that is given. */
function nameFields(given: object, fields: readonly string[]): [string, unknown][] {
  const written = Object.entries(given).filter(([, value]: [string, unknown]) => value !== null)
  const names = written.map(([name]) => name)
  const taken = new Map<string, string>()
  for (const field of fields.filter((name) => !names.includes(name))) {
    const found = [field, ...(OTHER_FIELD_NAMES[field] ?? [])]
      .map((other) => names.find((name) => inSnakeCase(name) === other))
      .find((name) => name !== undefined && !fields.includes(name) && !taken.has(name))
    if (found !== undefined) taken.set(found, field)
  }
  return written.map(([name, value]) => [taken.get(name) ?? name, value])
}

/** The value itself if it is not JSON text that begins like this. */
function readJson(value: unknown, begin: '{' | '['): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(begin)) return value
  return parse(value) ?? parse(escapeControls(value)) ?? value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const LINES = ['lines', ...(OTHER_FIELD_NAMES.lines ?? [])]
const RANGES = ['view_range', 'read_range', 'line_range']
const FIRST_LINES = ['from', 'offset', 'start_line', 'start_line_one_indexed', 'line_offset']
const LAST_LINES = ['end_line', 'end_line_one_indexed_inclusive']

/** The first and the last line, for a tool whose input is a number of lines. A last line of -1 means the end of the file. */
function readRange(given: object, fields: readonly string[]): object {
  if (!fields.includes('from') || !fields.includes('lines') || findField(given, LINES) !== undefined)
    return given
  const range = findField(given, RANGES)
  const [first, last]: unknown[] = Array.isArray(range)
    ? range
    : [findField(given, FIRST_LINES) ?? 1, findField(given, LAST_LINES)]
  if (last === undefined) return given
  return { ...without(given, [...RANGES, ...FIRST_LINES, ...LAST_LINES]), ...linesUpTo(first, last) }
}

function linesUpTo(first: unknown, last: unknown): { readonly from?: number; readonly lines?: number } {
  const [from, to] = [toNumber(first), toNumber(last)]
  if (from === null) return {}
  return to !== null && to >= from ? { from, lines: to - from + 1 } : { from }
}

const COMMANDS = ['command', ...(OTHER_FIELD_NAMES.command ?? [])]
const FOLDERS = ['workdir', 'cwd', 'directory', 'dir_path', 'cd']

/** A command as one text, which starts in the folder that is named with it. */
function readCommand(given: object, fields: readonly string[]): object {
  if (!fields.includes('command')) return given
  const written = findField(given, COMMANDS)
  const command = Array.isArray(written) ? joinWords(written) : written
  const folder = findField(given, FOLDERS)
  if (typeof command !== 'string') return given
  const isElsewhere = typeof folder === 'string' && !['', '.', './'].includes(folder)
  return {
    ...without(given, [...COMMANDS, ...FOLDERS]),
    command: isElsewhere ? `cd -- ${quoteForShell(folder)} || exit\n${command}` : command,
  }
}

/** What was read is left out: the call is said back to the model, and must mean the same if it is read again. */
const without = (given: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(inSnakeCase(name))))

/** Words of a command; `null`: they are not. */
function joinWords(words: readonly unknown[]): string | null {
  if (!words.every((word) => typeof word === 'string') || words.length === 0) return null
  const [shell = '', option = '', script] = words
  return words.length === 3 && /(?:^|\/)(?:ba)?sh$/.test(shell) && /^-[a-z]*c$/.test(option)
    ? (script ?? null)
    : words.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : quoteForShell(word))).join(' ')
}

function toNumber(given: unknown): number | null {
  const text = String(given).trim()
  return /^-?\d+$/.test(text) ? Number(text) : null
}

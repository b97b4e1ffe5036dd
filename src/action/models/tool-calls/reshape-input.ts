import { quoteForShell } from '../../text/run-in-directory.ts'
import { findField, inSnakeCase, OTHER_FIELD_NAMES } from './field-names.ts'

const LINES = ['lines', ...(OTHER_FIELD_NAMES.lines ?? [])]
const RANGES = ['view_range', 'read_range', 'line_range']
const FIRST_LINES = ['from', 'offset', 'start_line', 'start_line_one_indexed', 'line_offset']
const LAST_LINES = ['end_line', 'end_line_one_indexed_inclusive']

/** The first and the last line, for a tool that is told how many lines it shows. -1 as the last one: up to the end. */
export function readRange(given: object, fields: readonly string[]): object {
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
export function readCommand(given: object, fields: readonly string[]): object {
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

import { shorten } from './shorten.ts'

const APP = 'app: '
const WARN = 40
const ERROR = 50
const LINE_LIMIT = 300
/** Fields that every log line has, or that are shown in another way. */
const COMMON = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err'])

/** Formats a log line for people. The app's warnings and errors become one line each; `null`: not shown. */
export function shortLogLine(line: string): string | null {
  const entry = line.startsWith(APP) ? parseEntry(line.slice(APP.length)) : null
  if (entry === null) return line
  const level = Number(entry.level)
  if (level < WARN) return null
  const fields = Object.entries(entry)
    .filter(([name, value]) => !COMMON.has(name) && ['string', 'number', 'boolean'].includes(typeof value))
    .map(([name, value]) => `${name} ${value}`)
  const about = fields.length > 0 ? ` (${fields.join(', ')})` : ''
  const why = messageOf(entry.err)
  const text = `${entry.msg ?? ''}${why === null ? '' : `: ${why}`}`.replaceAll(/\s+/g, ' ')
  return `app ${level < ERROR ? 'warning' : 'error'}: ${shorten(text, LINE_LIMIT)}${about}`
}

function parseEntry(text: string): Record<string, unknown> | null {
  try {
    const entry: unknown = JSON.parse(text)
    const isEntry = typeof entry === 'object' && entry !== null && 'level' in entry
    return isEntry ? { ...entry } : null
  } catch {
    return null // Not a JSON log line, but a warning of Node or a stack trace.
  }
}

const messageOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : null

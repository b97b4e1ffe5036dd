import type { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** What models call the fields of our tools that were trained on those of other agents, the most usual name first. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  path: [
    ...['file_path', 'filepath', 'file', 'filename', 'file_name', 'target_file', 'absolute_path'],
    ...['relative_path', 'dir_path', 'directory', 'dir', 'folder', 'target_directory'],
  ],
  old: ['old_string', 'old_str', 'old_text', 'search'],
  new: ['new_string', 'new_str', 'new_text', 'replace', 'replacement'],
  all: ['replace_all', 'allow_multiple'],
  edits: ['changes', 'replacements'],
  text: ['content', 'contents', 'file_text', 'file_content'],
  patch: ['input', 'patch_text', 'diff'],
  from: ['offset', 'start_line', 'source', 'source_path', 'src', 'old_path', 'from_path', 'path'],
  to: ['destination', 'destination_path', 'dest', 'dst', 'new_path', 'to_path', 'target'],
  lines: ['limit', 'line_count'],
  pattern: ['query', 'search_term', 'glob', 'glob_pattern'],
  glob: ['include', 'include_pattern', 'file_pattern', 'glob_pattern'],
  regex: ['is_regex', 'is_regexp', 'use_regex'],
  ignore_case: ['case_insensitive', '_i'],
  count: ['limit', 'max_count'],
  commit: ['sha', 'hash', 'commit_hash', 'commit_sha', 'revision', 'rev', 'ref'],
  body: ['description'],
  command: ['cmd', 'shell_command', 'command_line'],
}

/**
 * Corrects an input that does not quite match the tool's schema: fields with another name, `null` for a field that is
 * left out, the whole input or a list in it as JSON text, numbers and booleans as text. Unknown fields stay as they are.
 * Pure.
 */
export function repairToolInput(input: unknown, schema: Schema): unknown {
  if (schema.type === 'integer' || schema.type === 'boolean') return repairScalar(input, schema.type)
  if (schema.type === 'array') return repairList(input, schema)
  if (schema.type !== 'object' || schema.properties === undefined) return input
  const given = readJson(input, '{')
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const { properties } = schema
  const named = nameFields(given, Object.keys(properties))
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
  const given = readJson(input, '[')
  if (!Array.isArray(given) || typeof items !== 'object' || Array.isArray(items)) return given
  return given.map((item) => repairToolInput(item, items))
}

/** Each missing field takes the value of the first of its other names that is given. */
function nameFields(given: object, fields: readonly string[]): [string, unknown][] {
  const written = Object.entries(given).filter(([, value]: [string, unknown]) => value !== null)
  const names = written.map(([name]) => name)
  const taken = new Map<string, string>()
  for (const field of fields.filter((name) => !names.includes(name))) {
    const found = [field, ...(OTHER_NAMES[field] ?? [])]
      .map((other) => names.find((name) => inSnakeCase(name) === other))
      .find((name) => name !== undefined && !fields.includes(name) && !taken.has(name))
    if (found !== undefined) taken.set(found, field)
  }
  return written.map(([name, value]) => [taken.get(name) ?? name, value])
}

export const inSnakeCase = (name: string): string =>
  name
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

const MAX_NAME_LENGTH = 64

/** The value itself if it is not JSON text that begins like this. */
function readJson(value: unknown, begin: '{' | '['): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(begin)) return value
  try {
    return JSON.parse(value)
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}

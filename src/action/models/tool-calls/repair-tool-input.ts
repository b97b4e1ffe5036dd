import type { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** What models call the fields of our tools that were trained on the tools of other agents, the likeliest name first. */
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
}

/**
 * What a model means by an input that is not quite as the tool's schema wants it: fields by another name, `null` for one
 * that it means to leave out, all of it or a list in it as the text of its JSON. What is no field of the tool by any name
 * stays as it is. Pure.
 */
export function repairToolInput(input: unknown, schema: Schema): unknown {
  if (schema.type === 'array') return listMeant(input, schema)
  if (schema.type !== 'object' || schema.properties === undefined) return input
  const given = readJson(input, '{')
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const { properties } = schema
  const named = nameFields(given, Object.keys(properties))
  return Object.fromEntries(
    named.map(([name, value]) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, typeof field === 'object' ? repairToolInput(value, field) : value]
    }),
  )
}

function listMeant(input: unknown, { items }: Schema): unknown {
  const given = readJson(input, '[')
  if (!Array.isArray(given) || typeof items !== 'object' || Array.isArray(items)) return given
  return given.map((item) => repairToolInput(item, items))
}

/** Each field that is missing takes the first value that stands under another of its names. */
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

const inSnakeCase = (name: string): string =>
  name
    .slice(0, LONGEST_NAME)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

const LONGEST_NAME = 64

/** The value itself where it is no text of JSON that begins so. */
function readJson(value: unknown, begin: '{' | '['): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(begin)) return value
  try {
    return JSON.parse(value)
  } catch (error) {
    if (error instanceof SyntaxError) return value
    throw error
  }
}

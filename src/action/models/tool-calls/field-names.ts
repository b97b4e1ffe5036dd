/** What models call the fields of our tools that were trained on those of other agents, the most usual name first. */
export const OTHER_FIELD_NAMES: Readonly<Record<string, readonly string[]>> = {
  path: [
    ...['file_path', 'filepath', 'file', 'filename', 'file_name', 'target_file', 'absolute_path'],
    ...['relative_path', 'dir_path', 'directory', 'dir', 'folder', 'target_directory'],
    ...['relative_workspace_path', 'search_path', 'search_directory'],
  ],
  old: ['old_string', 'old_str', 'old_text', 'search'],
  new: ['new_string', 'new_str', 'new_text', 'replace', 'replacement'],
  all: ['replace_all', 'change_all', 'allow_multiple'],
  edits: ['changes', 'replacements', 'edit'],
  text: ['content', 'contents', 'file_text', 'file_content'],
  patch: ['input', 'patch_text', 'diff'],
  from: [
    'offset',
    'start_line',
    'start_line_one_indexed',
    'line_offset',
    'source',
    'source_path',
    'src',
    'old_path',
    'from_path',
    'path',
  ],
  to: ['destination', 'destination_path', 'dest', 'dst', 'new_path', 'to_path', 'target'],
  lines: ['limit', 'line_count', 'n_lines'],
  pattern: ['query', 'search_term', 'glob', 'glob_pattern'],
  glob: ['include', 'include_pattern', 'file_pattern', 'glob_pattern'],
  regex: ['is_regex', 'is_regexp', 'use_regex'],
  ignore_case: ['case_insensitive', '_i'],
  count: ['limit', 'max_count'],
  commit: ['sha', 'hash', 'commit_hash', 'commit_sha', 'revision', 'rev', 'ref'],
  body: ['description'],
  command: ['cmd', 'shell_command', 'command_line'],
}

/** The value of the first of these fields that is given, in any spelling. Pure. */
export function findField(given: object, names: readonly string[]): unknown {
  const written = Object.entries(given)
  return names
    .map((name) => written.find(([other, value]) => inSnakeCase(other) === name && value !== null)?.[1])
    .find((value) => value !== undefined)
}

export const inSnakeCase = (name: string): string =>
  name
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

const MAX_NAME_LENGTH = 64

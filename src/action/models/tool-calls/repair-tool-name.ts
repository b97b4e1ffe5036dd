/**
 * What models call our tools that were trained on those of other agents. Not `grep` and its like: they search for a
 * regular expression, ours for literal text, and a search that finds nothing misleads.
 */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  list: ['ls', 'glob', 'list_dir', 'list_files', 'list_directory', 'find_files', 'file_search'],
  read: ['read_file', 'view', 'view_file', 'open_file', 'cat'],
  edit: ['edit_file', 'replace', 'str_replace', 'search_replace', 'replace_in_file', 'string_replace'],
  write: ['write_file', 'create', 'create_file', 'write_to_file'],
  move: ['move_file', 'rename', 'rename_file'],
  delete: ['delete_file', 'remove_file'],
}

/** Longer than the name of any tool with its namespace. */
const MAX_LENGTH = 128

/**
 * The tool that a model means by an unknown name. Some models write the namespace of their training before it
 * (`functions.edit`, `default_api:edit`), or other letters (`Edit`, `multi-edit`), or the name that another agent uses
 * (`read_file`). `null`: no tool is meant. Pure.
 */
export function repairToolName(written: string, tools: readonly string[]): string | null {
  const bare = written
    .trim()
    .slice(-MAX_LENGTH)
    .replace(/^.*[.:/]/s, '')
    .toLowerCase()
    .replaceAll(/[\s-]/g, '_')
  if (tools.includes(bare)) return bare
  return tools.find((tool) => OTHER_NAMES[tool]?.includes(bare)) ?? null
}

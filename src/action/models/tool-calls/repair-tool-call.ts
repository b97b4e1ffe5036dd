import { inSnakeCase } from './field-names.ts'

/** A call as the provider sent it: `input` is JSON text. */
export interface RawCall {
  readonly name: string
  readonly input: string
}

export interface RepairedCall extends RawCall {
  /** What the model is told of the repair; `null`: only the spelling of the name differed. */
  readonly note: string | null
}

/** What models call our tools that were trained on those of other agents. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  list: [
    ...['ls', 'glob', 'list_dir', 'list_files', 'list_directory', 'directory_tree', 'find', 'find_files'],
    ...['find_path', 'find_by_name', 'file_search', 'glob_file_search'],
  ],
  read: ['read_file', 'read_text_file', 'view', 'view_file', 'open_file', 'cat'],
  edit: [
    ...['edit_file', 'replace', 'str_replace', 'str_replace_file', 'string_replace', 'replace_in_file'],
    ...['replace_string_in_file', 'search_replace', 'search_and_replace'],
  ],
  multi_edit: ['multiedit'],
  apply_patch: ['patch'],
  write: ['write_file', 'create', 'create_file', 'write_to_file'],
  move: ['move_file', 'move_path', 'rename', 'rename_file'],
  delete: ['delete_file', 'delete_path', 'remove_file'],
  plan: ['todo_write', 'todowrite', 'write_todos', 'set_todo_list', 'update_plan'],
  run: [
    ...['bash', 'shell', 'local_shell', 'exec', 'exec_command', 'execute', 'execute_command', 'execute_bash'],
    ...['run_command', 'run_shell_command', 'run_terminal_cmd', 'run_in_terminal', 'terminal'],
  ],
}

/** These search for a regular expression by default. Our `search` needs a flag for that. */
const REGEX_SEARCHES = ['grep', 'rg', 'ripgrep', 'grep_files', 'grep_search', 'search_file_content']
const REGEX_FIELDS = ['regex', 'is_regex', 'is_regexp', 'use_regex']

/** Several tools in one, with a `command` that names the one that is meant. */
const COMMAND_TOOLS = ['str_replace_based_edit_tool', 'str_replace_editor']
const COMMANDS: Readonly<Record<string, string>> = { view: 'read', str_replace: 'edit', create: 'write' }

/** Longer than the name of any tool with its namespace. */
const MAX_LENGTH = 128

/**
 * The call that a model means by an unknown tool. Some models write the namespace of their training before a name
 * (`functions.edit`, `default_api:edit`), or other letters (`Edit`, `multi-edit`), or a tool of another agent
 * (`read_file`, `grep`). `null`: it is not clear which tool is meant. Pure.
 */
export function repairToolCall({ name, input }: RawCall, tools: readonly string[]): RepairedCall | null {
  const bare = inSnakeCase(
    name
      .trim()
      // gpt-oss: the header of its format, in part.
      .replace(/<\|.*$/s, '')
      .slice(-MAX_LENGTH)
      .replace(/^.*[.:/]/s, ''),
  ).replaceAll(/\s/g, '_')
  if (tools.includes(bare)) return { name: bare, input, note: null }
  const repaired = repairSearch(bare, input) ?? repairCommand(bare, input) ?? repairName(bare, input)
  return repaired !== null && tools.includes(repaired.name) ? repaired : null
}

function repairName(bare: string, input: string): RepairedCall | null {
  const named = Object.keys(OTHER_NAMES).find((tool) => OTHER_NAMES[tool]?.includes(bare))
  if (named === undefined) return null
  const fields = readFields(input) ?? {}
  // Ours would do more than was asked for: replace the file, or change it.
  if ((named === 'write' && fields.mode === 'append') || fields.dryRun === true || fields.dry_run === true)
    return null
  const name = named === 'edit' && ('edits' in fields || 'edit' in fields) ? 'multi_edit' : named
  const repaired = name === 'plan' ? JSON.stringify(readPlan(fields)) : input
  return { name, input: repaired, note: `\`${bare}\` was made as \`${name}\`.` }
}

/** The steps of a checklist, whatever other agents call them and their texts. */
function readPlan(fields: Readonly<Record<string, unknown>>): unknown {
  const given = fields.todos ?? fields.plan
  const items = Array.isArray(given) ? given.map(asItem) : given
  return { items }
}

function asItem(given: unknown): unknown {
  const { status, ...item } = { ...Object(given) }
  const text = item.step ?? item.content ?? item.description ?? item.title
  return { text, done: ['completed', 'done'].includes(String(status).toLowerCase()) }
}

function repairSearch(bare: string, input: string): RepairedCall | null {
  const fields = REGEX_SEARCHES.includes(bare) ? readFields(input) : null
  if (fields === null) return null
  const note = `\`${bare}\` was made as \`search\``
  if (Object.keys(fields).some((field) => REGEX_FIELDS.includes(inSnakeCase(field)))) {
    return { name: 'search', input, note: `${note}.` }
  }
  const repaired = JSON.stringify({ ...fields, regex: true })
  return { name: 'search', input: repaired, note: `${note} with \`regex: true\`.` }
}

function repairCommand(bare: string, input: string): RepairedCall | null {
  const fields = COMMAND_TOOLS.includes(bare) ? readFields(input) : null
  if (fields === null) return null
  const { command, ...rest } = fields
  const name = typeof command === 'string' && Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
  if (name === undefined) return null
  return { name, input: JSON.stringify(rest), note: `\`${bare}\` was made as \`${name}\`.` }
}

function readFields(input: string): Readonly<Record<string, unknown>> | null {
  try {
    const fields: unknown = JSON.parse(input)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { ...fields } : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * The tool that a model means by a name that is none: some write the namespace of their training before it
 * (`functions.edit`, `default_api:edit`), or in other letters (`Edit`, `multi-edit`). `null`: no tool is near. Pure.
 */
export function nameMeant(written: string, tools: readonly string[]): string | null {
  const bare = written
    .trim()
    .slice(-MOST)
    .replace(/^.*[.:/]/s, '')
    .toLowerCase()
    .replaceAll(/[\s-]/g, '_')
  return tools.includes(bare) ? bare : null
}

/** Longer than the name of any tool with its namespace. */
const MOST = 128

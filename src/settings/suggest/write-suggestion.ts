import type { Suggestion } from './project-files.ts'

/** The suggestion as settings, in YAML; empty if nothing is suggested. Pure. */
export const writeSuggestion = ({ setup, checks }: Suggestion): string =>
  [...writeList('setup', setup), ...writeList('checks', checks)].join('\n')

const writeList = (key: string, commands: readonly string[]): string[] =>
  commands.length === 0 ? [] : [`${key}:`, ...commands.map((command) => `  - ${quote(command)}`)]

/** Text that YAML reads as it stands. A single word could be a number or a boolean. */
const PLAIN = /^[a-z./](?=.*[ /:].)[\w./+|&='[\]-]*(?:[ :][\w./+|&='[\]-]+)*$/i

const quote = (command: string): string => (PLAIN.test(command) ? command : JSON.stringify(command))

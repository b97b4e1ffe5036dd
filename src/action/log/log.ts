import type { WorkflowCommands } from './workflow-commands.ts'

// Egress: redacts each line.

/** The log of the step. Every text becomes one line that holds no workflow command. */
export interface Log {
  info(text: string): void
  notice(text: string): void
  warning(text: string): void
  /** Fails the step. */
  failure(text: string): void
  group<T>(title: string, work: () => Promise<T>): Promise<T>
}

/** `redact` replaces the secrets in a text. */
export function openLog(redact: (text: string) => string, commands: WorkflowCommands): Log {
  const line = (text: string): string => logLine(redact(text))
  return {
    info: (text) => commands.info(line(text)),
    notice: (text) => commands.notice(line(text)),
    warning: (text) => commands.warning(line(text)),
    failure: (text) => commands.setFailed(line(text)),
    group: (title, work) => commands.group(line(title), work),
  }
}

/**
 * Turns any text into one line without workflow commands. The runner reads commands from the log: `::` at the start of
 * a line, after spaces, and in an older syntax `##[` anywhere in it. Text of a model or a server must not become one, so
 * line breaks and control characters are removed and both prefixes are broken up.
 */
export function logLine(text: string): string {
  return text
    .replace(CONTROL, ' ')
    .trim()
    .replace(/^:(?=:)/, ': ')
    .replaceAll('##[', '# #[')
    .slice(0, MAX_LENGTH)
}

/** C0, DEL, C1, and the separators and direction characters that a terminal or browser acts on. */
const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

const MAX_LENGTH = 1000

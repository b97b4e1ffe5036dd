import * as core from '@actions/core'

// Egress: redacts each line, and passes on what `writeOutputs` has redacted.

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

/**
 * What a step tells its runner: log lines, masks, outputs and the summary.
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export interface WorkflowCommands {
  info(line: string): void
  notice(line: string): void
  warning(line: string): void
  /** Logs an error and fails the step. */
  setFailed(line: string): void
  group<T>(title: string, work: () => Promise<T>): Promise<T>
  /** The runner replaces this text in the log. */
  setSecret(text: string): void
  setOutput(name: string, value: string): void
  writeSummary(markdown: string): Promise<void>
}

/** Through the standard output and the file commands of this process. */
export const commandsOfProcess: WorkflowCommands = {
  info: core.info,
  notice: core.notice,
  warning: core.warning,
  setFailed: core.setFailed,
  group: core.group,
  setSecret: core.setSecret,
  setOutput: core.setOutput,
  async writeSummary(markdown) {
    await core.summary.addRaw(markdown).write()
  },
}

import * as core from '@actions/core'
/** The step's log. Every text becomes one line that holds no command. */
export interface Log {
  info(text: string): void
  notice(text: string): void
  warning(text: string): void
  /** The step fails, for this. */
  failure(text: string): void
  group<T>(title: string, work: () => Promise<T>): Promise<T>
}

/** `scrub` takes the secrets out of a text. */
export function openLog(scrub: (text: string) => string): Log {
  const line = (text: string): string => logLine(scrub(text))
  return {
    info: (text) => core.info(line(text)),
    notice: (text) => core.notice(line(text)),
    warning: (text) => core.warning(line(text)),
    failure: (text) => core.setFailed(line(text)),
    group: (title, work) => core.group(line(title), work),
  }
}

/**
 * One harmless line of log out of any text. The runner reads commands from the log: a line that starts with `::`,
 * spaces aside, and in its old dialect `##[` anywhere in a line. What a model or a server wrote must become neither,
 * so line breaks and control characters go and both marks are broken up.
 */
export function logLine(text: string): string {
  return text
    .replace(CONTROL, ' ')
    .trim()
    .replace(/^:(?=:)/, ': ')
    .replaceAll('##[', '# #[')
    .slice(0, LONGEST)
}

/** C0, DEL, C1, and the separators and direction marks that a terminal or browser acts on. */
const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

const LONGEST = 1000

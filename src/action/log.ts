import * as core from '@actions/core'
import { logLine } from './log-line.ts'

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

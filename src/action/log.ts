import * as core from '@actions/core'
import { logLine } from './log-line.ts'

/** The step's log. Every text becomes one line that holds no command. */
export interface Log {
  info(text: string): void
  notice(text: string): void
  warning(text: string): void
  group<T>(title: string, work: () => Promise<T>): Promise<T>
}

export const actionsLog: Log = {
  info: (text) => core.info(logLine(text)),
  notice: (text) => core.notice(logLine(text)),
  warning: (text) => core.warning(logLine(text)),
  group: (title, work) => core.group(logLine(title), work),
}

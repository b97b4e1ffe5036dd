import * as core from '@actions/core'

// Egress: passes on what `openLog` and `writeOutputs` have redacted.

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

import type { WorkflowCommands } from '../../../src/action/log/log.ts'
import { stoppedBy } from '../../../src/action/outcome/stop.ts'
import { runAction } from '../../../src/action/run-action.ts'
import { SCALER } from '../action/scaler.ts'
import { prepareStep, type StartAction } from './started-action.ts'

/**
 * Runs the step in this process, from the sources: what surrounds it is as real as for the bundle, and a run costs a
 * third of the time. What depends on the process (its secrets, its signals, its log) is tested with the bundle.
 */
export const startInProcess: StartAction = (folder, given) => {
  const { env } = prepareStep(folder, given)
  const started = performance.now()
  const stop = new AbortController()
  const told = collectCommands()
  const state: Record<string, string> = {}
  const step = runAction({
    env,
    commands: told.commands,
    stop,
    scaler: SCALER,
    obstacle: null,
    rememberScratch(path) {
      state.scratch = path
    },
    rememberComment(pending) {
      state.comment = pending === null ? '' : JSON.stringify(pending)
    },
  })
  const ended = step.then(() => ({ ...told.collected(), state, ms: performance.now() - started }))
  return { ended, kill: (signal) => stop.abort(stoppedBy(signal)) }
}

function collectCommands() {
  let code = 0
  let log = ''
  let summary = ''
  const outputs: Record<string, string> = {}
  const print = (command: string) => (text: string) => {
    log += `${command}${text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}\n`
  }
  const commands: WorkflowCommands = {
    info(line) {
      log += `${line}\n`
    },
    notice: print('::notice::'),
    warning: print('::warning::'),
    setFailed(line) {
      code = 1
      print('::error::')(line)
    },
    async group(title, work) {
      print('::group::')(title)
      try {
        return await work()
      } finally {
        log += '::endgroup::\n'
      }
    },
    setSecret: print('::add-mask::'),
    setOutput(name, value) {
      outputs[name] = value
    },
    async writeSummary(markdown) {
      summary += markdown
    },
  }
  return { commands, collected: () => ({ code, log, outputs, summary }) }
}

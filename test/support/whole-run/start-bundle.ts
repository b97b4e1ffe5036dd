import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { COMPILED } from '../processes/compiled.ts'
import { prepareStep, readFileCommand, type StartAction, type StartedAction } from './started-action.ts'

const BUNDLE = resolve('dist/index.js')

/** Starts dist/ as the runner does: a child process in the workspace, without a stdin. */
export const startBundle: StartAction = (folder, given) => startFile(BUNDLE, folder, given)

/** As `startBundle`, from another folder than dist/. */
export function startFile(bundle: string, ...[folder, given]: Parameters<StartAction>): StartedAction {
  const { workspace, env, files } = prepareStep(folder, given)
  const started = performance.now()
  const child = spawn(process.execPath, [bundle], {
    cwd: workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...COMPILED, ...env },
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  const ended: StartedAction['ended'] = new Promise((done) => {
    child.on('close', (code) =>
      done({
        code,
        log,
        outputs: readFileCommand(files.output),
        state: readFileCommand(files.state),
        summary: readFileSync(files.summary, 'utf8'),
        ms: performance.now() - started,
      }),
    )
  })
  return { ended, kill: (signal) => child.kill(signal) }
}

/** What the runner would carry out as a command, other than the ones of every run. */
export function commandsIn(log: string): string[] {
  return log
    .split(/\r?\n/)
    .filter((line) => line.trimStart().startsWith('::') || line.includes('##['))
    .filter((line) => !/^::(add-mask|group|endgroup)/.test(line))
}

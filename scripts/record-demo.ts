/**
 * `npm run record-demo` runs the demo in a terminal and draws what it prints as docs/demo.svg. It needs `script` of
 * util-linux. The demo works on a copy of the last commit, so uncommitted changes do not show in the picture.
 */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { paceLines } from './demo/pace-lines.ts'
import { recordTerminal } from './demo/record-terminal.ts'
import { renderTerminal } from './demo/render-terminal.ts'
import { stabilizeLines } from './demo/stabilize-lines.ts'

/** Wide enough for every line of the demo but those of the diff; at 800 pixels the text keeps its size of 14 pixels. */
const COLUMNS = 84

const root = dirname(import.meta.dirname)
const recorded = await recordTerminal('npm run --silent demo', {
  cwd: root,
  columns: COLUMNS,
  environment: cleanEnvironment(process.env),
})
const svg = renderTerminal({
  description: 'Terminal: npm run demo turns a sentence into a pull request',
  title: 'prentice',
  command: 'npm run demo',
  columns: COLUMNS,
  lines: paceLines(stabilizeLines(recorded)),
})
writeFileSync(join(root, 'docs/demo.svg'), svg)

/**
 * Without the model keys and the git settings of the person who records, because both change what the demo prints; and as in
 * CI, where the demo does not wait for a key.
 */
function cleanEnvironment({ PATH, HOME }: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return {
    PATH,
    HOME,
    CI: 'true',
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
}

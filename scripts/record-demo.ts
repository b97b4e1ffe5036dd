/**
 * `npm run record-demo` runs the demo in a terminal and draws what it prints as docs/demo.svg. It needs `script` of
 * util-linux. The demo works on a clone of the last commit, so that uncommitted changes do not show in the picture.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { paceLines } from './demo/pace-lines.ts'
import { recordTerminal } from './demo/record-terminal.ts'
import { renderTerminal } from './demo/render-terminal.ts'
import { stabilizeLines } from './demo/stabilize-lines.ts'

/** Wide enough for every line of the demo but the prompt; at 800 pixels the text keeps its size of 14 pixels. */
const COLUMNS = 84

const root = dirname(import.meta.dirname)
const scratch = mkdtempSync(join(tmpdir(), 'prentice-record-'))
try {
  // The demo shows the name of the folder as the name of the repository.
  const repository = join(scratch, 'prentice')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', pathToFileURL(root).href, repository])
  const recorded = await recordTerminal(`npm run --silent demo -- --repo '${repository}'`, {
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
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Without the model keys and the git settings of the person who records: both change what the demo prints. */
function cleanEnvironment({ PATH, HOME }: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return {
    PATH,
    HOME,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  }
}

/** `npm run screenshots -- --out DIR`: every page of the dashboard in each theme and width, as PNG. */
import { spawnSync } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const REPOSITORY = resolve(import.meta.dirname, '..')
const USAGE = 'usage: npm run screenshots -- --out DIR, where DIR is outside the repository'

function readFolder(): string | null {
  try {
    const { out } = parseArgs({ options: { out: { type: 'string' } } }).values
    return out === undefined || out === '' ? null : resolve(out)
  } catch {
    return null
  }
}

const folder = readFolder()
if (folder === null || !relative(REPOSITORY, folder).startsWith('..')) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  const environment = { ...process.env, SCREENSHOTS: folder, MUST_TEST_BROWSER: '1' }
  const { status } = spawnSync('vitest', ['run', '--project', 'pages'], {
    cwd: REPOSITORY,
    env: environment,
    stdio: 'inherit',
  })
  console.log(`screenshots: ${folder}`)
  process.exitCode = status ?? 1
}

/**
 * `npm run screenshots -- --out DIR`: every page of the dashboard in each theme and width, as PNG. With `--docs` also those
 * that the documentation shows, as WebP, in docs: of the dashboard, and of a pull request on the sandbox's GitHub.
 */
import { spawnSync } from 'node:child_process'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const REPOSITORY = resolve(import.meta.dirname, '..')
const USAGE = 'usage: npm run screenshots -- --out DIR [--docs], where DIR is outside the repository'

function readOptions(): { readonly folder: string; readonly forDocs: boolean } | null {
  try {
    const options = { out: { type: 'string' }, docs: { type: 'boolean', default: false } } as const
    const { out, docs: forDocs } = parseArgs({ options }).values
    return out === undefined || out === '' ? null : { folder: resolve(out), forDocs }
  } catch {
    return null
  }
}

const options = readOptions()
if (options === null || !relative(REPOSITORY, options.folder).startsWith('..')) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  const { folder, forDocs } = options
  const environment = {
    ...process.env,
    SCREENSHOTS: folder,
    ...(forDocs && { DOCS_SCREENSHOTS: join(REPOSITORY, 'docs') }),
    MUST_TEST_BROWSER: '1',
  }
  const { status } = spawnSync('vitest', ['run', '--project', 'pages', 'test/browser/pages'], {
    cwd: REPOSITORY,
    env: environment,
    stdio: 'inherit',
  })
  console.log(`screenshots: ${folder}`)
  process.exitCode = status ?? 1
}

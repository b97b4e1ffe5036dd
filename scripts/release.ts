/**
 * `npm run release -- 1.2.3` gives this checkout the version: package.json, package-lock.json and the changelog. It pushes nothing.
 * `npm run release -- --dry-run` rehearses the whole release on this machine, and changes nothing here.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { nextVersion, prepareRelease } from './release/prepare-release.ts'
import { rehearse } from './release/rehearse.ts'
import { runIn } from './release/run.ts'

const root = dirname(import.meta.dirname)
const USAGE = 'usage: npm run release -- VERSION, or npm run release -- --dry-run [VERSION] [--out FOLDER]'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      out: { type: 'string', default: join(root, '.cache/release') },
    },
  })
  const [version, ...others] = positionals
  if (others.length > 0) throw new Error(USAGE)
  const date = new Date().toISOString().slice(0, 10)
  if (values['dry-run']) await rehearseHere(version ?? ownVersion(), { date, out: values.out })
  else {
    if (version === undefined) throw new Error(USAGE)
    await prepareRelease(root, { version, date }, runIn(process.env))
    console.log(`This checkout has the version ${version}. docs/releasing.md says what comes next.`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return nextVersion(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
}

async function rehearseHere(
  version: string,
  o: { readonly date: string; readonly out: string },
): Promise<void> {
  const { stdout } = await runIn(process.env)('git', ['status', '--porcelain'], root)
  const changes = stdout.split('\n').filter(Boolean).length
  if (changes > 0) console.log(`${changes} uncommitted changes are not included.`)
  const folder = mkdtempSync(join(tmpdir(), 'prentice-release-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => process.exit(code))
  await rehearse({ root, version, ...o, environment: process.env, folder, tell: console.log })
  console.log(`Nothing was pushed or published. The results are in ${o.out}`)
}

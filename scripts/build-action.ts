/**
 * Builds the action: `tsc` to lib/, then `ncc` to dist/, one JavaScript file. With `--check` it builds into a temporary
 * directory and says how dist/ differs. `ncc` cannot compile TypeScript 7 itself: it needs the old compiler API.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { compareFolders } from './bundle/compare-folders.ts'
import { listPackages } from './bundle/list-packages.ts'

const root = dirname(import.meta.dirname)
const dist = join(root, 'dist')
const packageList = join(root, 'test/dist/third-party.json')
const isCheck = process.argv.includes('--check')

const scratch = mkdtempSync(join(tmpdir(), 'prentice-build-'))
try {
  const built = join(scratch, 'dist')
  const packages = build(built)
  if (isCheck) check(built, packages)
  else keep(built, packages)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function build(out: string): string {
  const stats = join(scratch, 'stats.json')
  // A folder of its own: module ids come from paths relative to the working directory, and a lib/ left over from an
  // earlier build would bundle modules that no longer exist.
  const lib = join(root, 'lib')
  rmSync(lib, { recursive: true, force: true })
  run([join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], root)
  // From scripts/bundle, because ncc takes `paths` from the tsconfig.json of its working directory.
  run(
    [
      join(root, 'node_modules/@vercel/ncc/dist/ncc/cli.js'),
      'build',
      join(lib, 'action/main.js'),
      ...['--out', out, '--license', 'licenses.txt', '--stats-out', stats, '--no-cache', '--quiet'],
    ],
    join(root, 'scripts/bundle'),
  )
  return listPackages(JSON.parse(readFileSync(stats, 'utf8')))
}

function run(args: readonly string[], cwd: string): void {
  execFileSync(process.execPath, args, { cwd, stdio: 'inherit' })
}

function keep(built: string, packages: string): void {
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(dist)
  for (const name of readdirSync(built)) writeFileSync(join(dist, name), readFileSync(join(built, name)))
  mkdirSync(dirname(packageList), { recursive: true })
  writeFileSync(packageList, packages)
}

function check(built: string, packages: string): void {
  const differences = compareFolders(built, dist)
  if (readFileSync(packageList, 'utf8') !== packages) differences.push(relative(root, packageList))
  if (differences.length === 0) return
  console.error(`dist/ is not what the sources build:\n  ${differences.join('\n  ')}`)
  console.error('Run `node scripts/build-action.ts` and commit the result.')
  process.exitCode = 1
}

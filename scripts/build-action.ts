/**
 * Builds the action: `tsc` compiles to lib/, then `ncc` bundles it into dist/: `index.js`, and a numbered file for each part that
 * `import()` loads. The program that scales images goes into dist/scale-image/. With `--check` it builds into a temporary
 * directory and lists how dist/ differs. `ncc` cannot compile TypeScript 7: it needs the old compiler API.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compareFolders } from './bundle/compare-folders.ts'

const root = dirname(import.meta.dirname)
const dist = join(root, 'dist')
const lib = join(root, 'lib')

const scratch = mkdtempSync(join(tmpdir(), 'prentice-build-'))
const built = join(scratch, 'dist')
try {
  if (!build(built)) process.exitCode = 1
  else if (process.argv.includes('--check')) check(built)
  else replaceDist(built)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function build(out: string): boolean {
  // Otherwise, files of an earlier build could be bundled although their sources were deleted.
  rmSync(lib, { recursive: true, force: true })
  const compiled = run('typescript/bin/tsc', ['-p', 'tsconfig.build.json'], root)
  return (
    compiled &&
    bundle('action/main.js', out) &&
    bundle('action/images/scaler/main.js', join(out, 'scale-image'))
  )
}

function bundle(entry: string, out: string): boolean {
  const options = ['--out', out, '--license', 'licenses.txt', '--no-cache', '--quiet']
  // In scripts/bundle, because ncc takes `paths` from the tsconfig.json of its working directory.
  return run(
    '@vercel/ncc/dist/ncc/cli.js',
    ['build', join(lib, entry), ...options],
    join(root, 'scripts/bundle'),
  )
}

function run(program: string, args: readonly string[], cwd: string): boolean {
  const file = join(root, 'node_modules', program)
  return spawnSync(process.execPath, [file, ...args], { cwd, stdio: 'inherit' }).status === 0
}

function replaceDist(from: string): void {
  rmSync(dist, { recursive: true, force: true })
  cpSync(from, dist, { recursive: true })
}

function check(expected: string): void {
  const differences = compareFolders(expected, dist)
  if (differences.length === 0) return
  console.error(`dist/ differs from a build of the sources:\n  ${differences.join('\n  ')}`)
  console.error('Run `node scripts/build-action.ts` and commit the result.')
  process.exitCode = 1
}

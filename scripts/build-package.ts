/**
 * Builds the npm package (server, command line, client and sandbox) and packs it: `node scripts/build-package.ts [FOLDER]` writes
 * the tarball to the folder, by default this one, and prints its path. Node strips no types inside `node_modules`, so the
 * package holds JavaScript. It has a package.json of its own: `npm pack` of this checkout would take the scripts and the
 * dependencies of development along.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { bundleSandbox } from './package/bundle-sandbox.ts'
import { importedPackages, reachableFiles } from './package/imported-packages.ts'
import { packageManifest } from './package/manifest.ts'
import { vendoredFiles } from './package/vendored-files.ts'

const root = dirname(import.meta.dirname)
const target = resolve(process.argv[2] ?? '.')
/** What the programs read besides their own folders. The runner of the sandbox starts the action, as it is released. */
const FILES = [
  ...['action.yml', 'dist/index.js', 'app.yml', 'LICENSE', 'README.md', 'CHANGELOG.md'],
  ...globSync(['docs/*.yml', 'dist/**/*.*'], { cwd: root }),
]

const stage = mkdtempSync(join(tmpdir(), 'prentice-package-'))
try {
  const lib = join(stage, 'lib')
  compile('scripts/package/tsconfig.json', lib)
  compile('scripts/package/tsconfig.declarations.json', lib)
  copyAssets(lib)
  const folderOf = (name: string): string => join(root, 'node_modules', name)
  const vendored = vendoredFiles(folderOf)
  for (const [name, files] of vendored)
    for (const file of files) copyFile(join(folderOf(name), file), join(lib, 'vendor', name, file))
  for (const file of FILES) copyFile(join(root, file), join(stage, file))
  bundleSandbox(root, join(stage, 'sandbox'), runTool)
  const source = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const read = (file: string): string => readFileSync(join(lib, file), 'utf8')
  const packagesOf = (files: readonly string[]): Set<string> =>
    new Set(
      files
        .flatMap((file) => importedPackages(read(file), new Set(Object.keys(source.dependencies))))
        .filter((name) => !vendored.has(name)),
    )
  const client = reachableFiles(['cli/main.js', 'client/index.js'], read)
  const manifest = packageManifest(source, packagesOf(globSync('**/*.js', { cwd: lib })), packagesOf(client))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  process.stdout.write(`${pack()}\n`)
} finally {
  rmSync(stage, { recursive: true, force: true })
}

function compile(project: string, outDir: string): void {
  runTool('typescript/bin/tsc', ['-p', join(root, project), '--outDir', outDir])
}

function runTool(tool: string, args: readonly string[]): void {
  run(process.execPath, [join(root, 'node_modules', tool), ...args], root)
}

/** Style sheets and scripts for browsers, which are read from beside the programs. */
function copyAssets(lib: string): void {
  const sources = join(root, 'src')
  for (const file of globSync('**/*.{css,js,json,svg}', { cwd: sources, exclude: ['action/**'] })) {
    copyFile(join(sources, file), join(lib, file))
  }
}

function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}

/** npm packs what is in the folder, and makes a reproducible archive of it. */
function pack(): string {
  mkdirSync(target, { recursive: true })
  const packed = run('npm', ['pack', '--json', '--pack-destination', target], stage)
  return join(target, JSON.parse(packed)[0].filename)
}

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`)
  return stdout
}

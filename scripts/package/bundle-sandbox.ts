import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Runs a program of a package in `node_modules` with Node. Throws if it fails. */
export type RunTool = (tool: string, args: readonly string[]) => void

/**
 * Bundles the sandbox, with the packages that only it needs, into one file and their licences. The folder `.cache` is part
 * of the checkout so that imports of packages are found, and always the same, because its path stands in the bundle.
 */
export function bundleSandbox(root: string, out: string, runTool: RunTool): void {
  const compiled = join(root, '.cache/package-sandbox')
  const bundled = join(compiled, 'bundle')
  // Otherwise, files of an earlier build could be bundled although their sources were deleted.
  rmSync(compiled, { recursive: true, force: true })
  try {
    runTool('typescript/bin/tsc', [
      '-p',
      join(root, 'scripts/package/tsconfig.sandbox.json'),
      '--outDir',
      compiled,
    ])
    const options = ['--out', bundled, '--license', 'licenses.txt', '--no-cache', '--quiet']
    runTool('@vercel/ncc/dist/ncc/cli.js', ['build', join(compiled, 'serve.js'), ...options])
    mkdirSync(out, { recursive: true })
    copyFileSync(join(bundled, 'index.js'), join(out, 'serve.js'))
    copyFileSync(join(bundled, 'licenses.txt'), join(out, 'licenses.txt'))
  } finally {
    rmSync(compiled, { recursive: true, force: true })
  }
}

import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Throws if git is missing or cannot serve repositories over HTTP. The message says what to install. */
export async function requireGit(): Promise<void> {
  const folder = await execPath()
  const exists = (name: string) =>
    access(join(folder, name)).then(
      () => true,
      () => false,
    )
  if ((await exists('git-http-backend')) || (await exists('git-http-backend.exe'))) return
  // Some distributions have it in a separate package.
  throw new Error(
    `git is installed without \`git http-backend\` (searched in ${folder}), which the sandbox needs to serve repositories: ` +
      'install the complete git (on Alpine: apk add git-daemon), then try again',
  )
}

async function execPath(): Promise<string> {
  try {
    return (await promisify(execFile)('git', ['--exec-path'])).stdout.trim()
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) throw new Error('git is required, but does not run', { cause: error })
    throw new Error('git is required, but is not in PATH: install it (https://git-scm.com/downloads)')
  }
}

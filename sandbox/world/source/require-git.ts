import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Throws unless there is a git that can serve repositories over HTTP; the message says what to install. */
export async function requireGit(): Promise<void> {
  const place = await execPath()
  const isThere = (name: string) =>
    access(join(place, name)).then(
      () => true,
      () => false,
    )
  if ((await isThere('git-http-backend')) || (await isThere('git-http-backend.exe'))) return
  // Some distributions ship it in a package of its own.
  throw new Error(
    `git is here without \`git http-backend\` (looked for in ${place}), which the sandbox serves repositories with: ` +
      'install the whole of git (on Alpine: apk add git-daemon), then try again',
  )
}

async function execPath(): Promise<string> {
  try {
    return (await promisify(execFile)('git', ['--exec-path'])).stdout.trim()
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) throw new Error('git is needed and does not run', { cause: error })
    throw new Error('git is needed and is not on the PATH: install it (https://git-scm.com/downloads)')
  }
}

import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chooseRemote, parseRemote, parseRemotes } from '../../net/git-remote.ts'

/** The folder of this installation: a checkout, or the package. */
const INSTALLATION = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Where the action of this installation may be, on the GitHub of this host: the repository that the checkout was cloned from, at its
 * commit, or that of the package, at its version. `null`: elsewhere, or it is not known.
 */
export async function ownAction(host: string, root = INSTALLATION): Promise<string | null> {
  const isCheckout = existsSync(join(root, '.git'))
  const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const remote = isCheckout
    ? chooseRemote(parseRemotes(await git(root, 'remote', '-v')))?.url
    : String(repository.url).replace(/^git\+/, '')
  const place = remote === undefined ? null : parseRemote(remote)
  if (place === null || place.host !== host) return null
  const ref = isCheckout ? (await git(root, 'rev-parse', 'HEAD')).trim() : `v${version}`
  return ref === '' ? null : `${place.path}@${ref}`
}

const run = promisify(execFile)

/** Empty: there is no git, or it refuses the folder. */
const git = (root: string, ...args: readonly string[]): Promise<string> =>
  run('git', ['-C', root, ...args], { timeout: 10_000 }).then(
    ({ stdout }) => stdout,
    () => '',
  )

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chooseRemote, parseRemote, parseRemotes, webHost } from '../../net/git-remote.ts'

/** The repository on a GitHub that a folder is a clone of. */
export type Remote =
  | { readonly kind: 'repository'; readonly address: string }
  /** `why`: what the folder is instead, in words that follow its name. */
  | { readonly kind: 'none'; readonly why: string }

const NO_CLONE = 'is not a clone of a repository on GitHub'

/** The web address of the repository that a folder is a clone of, as far as git and the configuration of ssh tell. */
export async function readRemote(folder: string): Promise<Remote> {
  const listed = await listRemotes(folder)
  if (typeof listed !== 'string') return listed
  const remotes = parseRemotes(listed)
  const chosen = chooseRemote(remotes)
  if (chosen === null) {
    const names = [...remotes.keys()].join(', ')
    return { kind: 'none', why: names === '' ? NO_CLONE : `has no remote called origin, but ${names}` }
  }
  const place = parseRemote(chosen.url)
  // Without its address, which may contain a password.
  if (place === null)
    return { kind: 'none', why: `${NO_CLONE}: its remote ${chosen.name} has no URL of a repository` }
  const { scheme, host, path, isSsh } = place
  return { kind: 'repository', address: `${scheme}://${isSsh ? await sshHost(host) : host}/${path}` }
}

const run = promisify(execFile)

/** What git says; an account of why it says nothing. */
async function listRemotes(folder: string): Promise<string | Remote> {
  try {
    const { stdout } = await run('git', ['-C', folder, 'remote', '-v'], { timeout: 10_000 })
    return stdout
  } catch (error) {
    const { code, stderr = '' } = error as { readonly code?: unknown; readonly stderr?: string }
    if (code === 'ENOENT') return { kind: 'none', why: 'cannot be read, because git is not installed' }
    // https://git-scm.com/docs/git-config#Documentation/git-config.txt-safedirectory
    if (stderr.includes('dubious ownership'))
      return { kind: 'none', why: 'belongs to another user, so git does not read it' }
    return { kind: 'none', why: NO_CLONE }
  }
}

/** Of a remote such as `git@github-work:owner/name`, whose host only the configuration of ssh knows. */
async function sshHost(named: string): Promise<string> {
  if (named === 'github.com') return named
  try {
    const { stdout } = await run('ssh', ['-G', '--', named], { timeout: 10_000 })
    return webHost(/^hostname (\S+)$/m.exec(stdout)?.[1] ?? named)
  } catch {
    // Without ssh, there are no aliases.
    return named
  }
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxGithub } from '../github/github.ts'
import { SANDBOX_ACTION } from '../runner/runner-options.ts'
import type { Closing } from './closing.ts'
import { exportLines } from './operator-file.ts'
import { startTlsFront } from './tls-front.ts'

/** A repository without Prentice, and what `gh` and `init` need to set it up. */
export interface InitOffer {
  /** `host/owner/name` */
  readonly repository: string
  /** A file with variables for a shell. Only the user can read it. */
  readonly environmentFile: string
}

/** Of another account than the App's, so that only its own workflow works on it. */
const PLACE = { owner: 'newcomers', name: 'first-repo' }
/** Of a token that `gh auth login -s workflow` has made. */
const SCOPES = ['gist', 'read:org', 'repo', 'workflow']

export async function offerInit({
  github,
  directory,
  secrets,
  closing,
}: {
  readonly github: SandboxGithub
  readonly directory: string
  /** Of the scripted model; none: the person has the key of a real one. */
  readonly secrets: Readonly<Record<string, string>>
  readonly closing: Closing
}): Promise<InitOffer> {
  github.createAccount({ login: PLACE.owner, type: 'Organization' })
  await github.createRepository({ ...PLACE, private: true, actionsMayOpenPulls: false })
  const readme = { path: 'README.md', text: '# First repository\n\nOne dog\n', message: 'Add a README' }
  await github.commitFile({ ...PLACE, branch: 'main', ...readme })
  const front = await startTlsFront(github.serverUrl, directory)
  await closing.add(front.close)
  const environmentFile = join(directory, 'gh.env')
  const environment = {
    GH_HOST: front.host,
    GH_ENTERPRISE_TOKEN: github.createUserToken({ login: 'octo-admin', permission: 'role', scopes: SCOPES }),
    SSL_CERT_FILE: front.certificate,
    ACTION_REF: SANDBOX_ACTION,
    ...secrets,
  }
  await writeFile(environmentFile, exportLines(environment), { mode: 0o600 })
  return { repository: `${front.host}/${PLACE.owner}/${PLACE.name}`, environmentFile }
}

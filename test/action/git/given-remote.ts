import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type Checkout,
  type CheckoutResult,
  fetchStart,
  writeWorkTree,
} from '../../../src/action/git/checkout/checkout.ts'
import { createPushMaker } from '../../../src/action/git/push/commit-maker.ts'
import { openRepository, READ_TOKEN, WRITE_TOKEN } from '../../fakes/github/one-repository.ts'

export const AUTHOR = { name: 'prentice[bot]', email: '7+prentice[bot]@users.noreply.github.com' }

/** Content by path; `{ link }` is a symbolic link, `{ executable }` a file with that bit, `null` deletes. */
export type Files = Readonly<
  Record<string, string | Buffer | { link: string } | { executable: string } | { submodule: string } | null>
>

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Somebody',
  GIT_AUTHOR_EMAIL: 'somebody@example.com',
  GIT_COMMITTER_NAME: 'Somebody',
  GIT_COMMITTER_EMAIL: 'somebody@example.com',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
}

const data = (content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`data ${Buffer.byteLength(content)}\n`),
    Buffer.from(content),
    Buffer.from('\n'),
  ])

/** One change of a commit, in the words of `git fast-import`. */
function changeOf(path: string, content: Files[string]): Buffer {
  const quoted = `"${path.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`
  if (content === null || content === undefined) return Buffer.from(`D ${quoted}\n`)
  if (typeof content === 'object' && 'submodule' in content)
    return Buffer.from(`M 160000 ${content.submodule} ${quoted}\n`)
  const isPlain = typeof content === 'string' || Buffer.isBuffer(content)
  const bytes = isPlain ? content : 'link' in content ? content.link : content.executable
  const mode = isPlain ? '100644' : 'link' in content ? '120000' : '100755'
  return Buffer.concat([Buffer.from(`M ${mode} inline ${quoted}\n`), data(bytes)])
}

/** A bare repository `acme/shop.git` behind real HTTP, with one commit on `main`, and an empty workspace. */
export async function givenRemote(files: Files) {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-git-'))
  const directory = join(folder, 'remotes')
  const workspace = join(folder, 'workspace')
  const scratch = join(folder, 'scratch')
  for (const each of [directory, workspace, scratch]) mkdirSync(each, { recursive: true })
  const run = (args: readonly string[], input: string | Buffer = '') =>
    execFileSync('git', args, {
      input,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...IDENTITY },
      stdio: ['pipe', 'pipe', 'ignore'],
    }).trim()
  const server = await openRepository({ directory, owner: 'acme', name: 'shop' })
  const bare = server.repository.gitDirectory
  const inBare = (...args: string[]) => run(['--git-dir', bare, ...args])

  /** Writes a commit straight into the bare repository, byte for byte. */
  const commit = (branch: string, changed: Files, from: string | null = branch): string => {
    const by = `Somebody <somebody@example.com> ${Math.floor(Date.now() / 1000)} +0000`
    const input = Buffer.concat([
      Buffer.from(`reset refs/heads/${branch}\ncommit refs/heads/${branch}\nmark :1\ncommitter ${by}\n`),
      data('A commit\n'),
      Buffer.from(from === null ? '' : `from refs/heads/${from}^0\n`),
      ...Object.entries(changed).map(([path, content]) => changeOf(path, content)),
      Buffer.from('get-mark :1\ndone\n'),
    ])
    return run(['--git-dir', bare, 'fast-import', '--quiet', '--force', '--done'], input)
  }
  commit('main', files, null)

  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const remote = `${server.origin}/acme/shop.git`
  const prepare = (more: Partial<Parameters<typeof checkOut>[0]> = {}) =>
    checkOut({
      workspace,
      scratch,
      remote,
      token: READ_TOKEN,
      base: 'main',
      branch: 'prentice/abc',
      environment: { PATH: process.env.PATH },
      pause: async () => undefined,
      ...more,
    })
  return { folder, bare, workspace, scratch, server, remote, commit, inBare, prepare }
}

type CheckoutOptions = Parameters<typeof fetchStart>[0] & Parameters<typeof writeWorkTree>[2]

/** Fetches, and writes the starting commit into the workspace, over existing files. */
export async function checkOut(options: CheckoutOptions): Promise<CheckoutResult> {
  const fetched = await fetchStart(options)
  return fetched.ok ? writeWorkTree(fetched, null, options) : fetched
}

/** What `publish` takes besides the tree and the message, for a push of ordinary commits. */
export function pushOf(start: Checkout, branch: string, token = WRITE_TOKEN) {
  const common = { ...start, token, base: 'main', branch, author: AUTHOR, parents: [start.startSha] }
  return { ...common, maker: createPushMaker(common) }
}

/** The prepared work tree, or the reason as an error. */
export function prepared(preparation: CheckoutResult) {
  if (!preparation.ok) throw new Error(preparation.reason.message)
  return preparation
}

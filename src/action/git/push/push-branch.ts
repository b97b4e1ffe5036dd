import { isFinalResponse, oneLine } from '../process/read-stderr.ts'
import type { Repository } from '../process/repository.ts'

export type PushResult =
  | { readonly kind: 'pushed' }
  /** The remote refused, with its own words. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** The result is not known: the push may have worked. */
  | { readonly kind: 'unknown'; readonly detail: string }

interface PushInput {
  readonly repository: Repository
  readonly token: string
  readonly branch: string
  readonly sha: string
}

/** One push, never forced. */
export async function pushBranch({ repository, token, branch, sha }: PushInput): Promise<PushResult> {
  const { code, stdout, stderr } = await repository.withToken(token)([
    'push',
    '--quiet',
    '--porcelain',
    '--no-verify',
    '--no-recurse-submodules',
    repository.remote,
    `${sha}:refs/heads/${branch}`,
  ])
  if (code === 0) return { kind: 'pushed' }
  const refusal = stdout.split('\n').find((line) => line.startsWith('!\t'))
  if (refusal === undefined) {
    const detail = oneLine(stderr)
    return { kind: isFinalResponse(stderr) ? 'refused' : 'unknown', detail }
  }
  const summary = refusal.split('\t').at(-1) ?? refusal
  const said = oneLine(
    stderr
      .split('\n')
      .filter((line) => line.startsWith('remote: '))
      .join('\n'),
  )
  return { kind: 'refused', detail: stderr.includes('remote: ') ? `${said} (${summary})` : summary }
}

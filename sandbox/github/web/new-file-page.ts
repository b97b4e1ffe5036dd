import type { IncomingMessage } from 'node:http'
import { adminOf } from '../accounts/accounts.ts'
import { needsPullRequest } from '../accounts/branch-rules.ts'
import { authorFor, commitOneFile, isFilePath, withLock } from '../git/write.ts'
import { processPushes } from '../pulls/process-pushes.ts'
import { readText } from '../rest/read-json.ts'
import { escapeHtml } from '../shapes/escape-html.ts'
import { fullName } from '../shapes/repository.ts'
import type { Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { page } from './page.ts'

/**
 * The editor for a new file, which a link can fill in. The owner of the repository commits it. `null`: there is no such
 * branch.
 */
export const newFileHtml = async (
  state: GithubState,
  repository: Repository,
  { branch, request }: { readonly branch: string; readonly request: IncomingMessage },
): Promise<string | null> => {
  if (!repository.refs.has(`refs/heads/${branch}`)) return null
  const asked = new URL(request.url ?? '/', state.urls.server).searchParams
  if (request.method !== 'POST') return formHtml(repository, branch, asked)
  const sent = new URLSearchParams(await readText(request))
  const [path, text] = ['filename', 'value'].map((name) => (sent.get(name) ?? '').replaceAll('\r\n', '\n'))
  if (!path || text === undefined) return formHtml(repository, branch, sent, 'Name the file.')
  if (!isFilePath(path)) return formHtml(repository, branch, sent, 'A file cannot have this name.')
  if (needsPullRequest(repository, branch))
    return formHtml(repository, branch, sent, 'Changes must be made through a pull request.')
  const person = adminOf(state, repository.owner)
  await withLock(state, repository, async () => {
    const author = authorFor(state, person)
    await commitOneFile(state, repository, { branch, path, text, message: `Create ${path}`, author })
    await processPushes(state, repository, person)
  })
  const href = `/${fullName(repository)}/blob/${branch}/${path}`
  return page(
    `Created ${path}`,
    `<p><a href="${escapeHtml(href)}">${escapeHtml(path)}</a> is on ${escapeHtml(branch)}.</p>`,
  )
}

const formHtml = (repository: Repository, branch: string, given: URLSearchParams, error = ''): string =>
  page(
    `New file in ${fullName(repository)}`,
    `<p role="alert">${escapeHtml(error)}</p><form method="post"><p><label>Name <input name="filename" size="60" value="${escapeHtml(given.get('filename') ?? '')}"></label></p><p><label>Content<br><textarea name="value" rows="30" cols="100">\n${escapeHtml(given.get('value') ?? '')}</textarea></label></p><button>Commit to ${escapeHtml(branch)}</button></form>`,
  )

/** Where a repository on GitHub has the secrets of its workflows. */
export const secretsHtml = (repository: Repository): string =>
  page(
    `Secrets of ${fullName(repository)}`,
    '<p>This GitHub is a sandbox: its runner gives every workflow the key of the model that the sandbox uses. There is nothing to add.</p>',
  )

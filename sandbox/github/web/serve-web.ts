import type { IncomingMessage, ServerResponse } from 'node:http'
import { mergeBase } from '../git/commits.ts'
import { diffText } from '../git/diff.ts'
import { readFile } from '../git/read.ts'
import { repositoryNamed } from '../git/repositories.ts'
import type { Pull, Repository } from '../model.ts'
import { pullPage } from '../shapes/pull-request.ts'
import { fullName, repositoryPage } from '../shapes/repository.ts'
import { runPage } from '../shapes/workflow-run.ts'
import type { GithubState } from '../state.ts'
import { escapeHtml, page } from './page.ts'

/** Plain pages for a person who follows a link; they ask for no sign-in. */
export const serveWeb = async (
  hub: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const path = decodeURIComponent(new URL(request.url ?? '/', hub.urls.server).pathname)
  const found = await pageFor(hub, path)
  const status = found === null ? 404 : 200
  hub.requests.push({
    surface: 'web',
    method: request.method ?? 'GET',
    path,
    status,
    credential: 'none',
    at: hub.now(),
  })
  const { type, text } = found ?? { type: 'text/plain', text: 'Not Found\n' }
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text)
}

interface Page {
  readonly type: 'text/html' | 'text/plain'
  readonly text: string
}

const html = (text: string): Page => ({ type: 'text/html', text })
const plain = (text: string): Page => ({ type: 'text/plain', text })

const pageFor = async (hub: GithubState, path: string): Promise<Page | null> => {
  if (path === '/') return html(page('Sandbox GitHub', links(allRepositories(hub))))
  const [, owner = '', name = '', rest = ''] = /^\/([^/]+)\/([^/]+)(?:\/(.*))?$/.exec(path) ?? []
  const repository = repositoryNamed(hub, owner, name)
  if (!repository) return null
  if (rest === '') return html(repositoryHtml(hub, repository))
  const [, number, form] = /^pull\/(\d+)(\.diff)?$/.exec(rest) ?? []
  const pull = repository.pulls.find((candidate) => String(candidate.number) === number)
  if (pull) return form ? plain(await pullDiff(hub, pull)) : html(await pullHtml(hub, pull))
  const [, runId] = /^actions\/runs\/(\d+)/.exec(rest) ?? []
  const run = repository.runs.find((candidate) => String(candidate.id) === runId)
  if (run) return html(page(run.displayTitle, `<p>${run.workflow.path}: ${run.conclusion ?? run.status}</p>`))
  return filePage(hub, repository, rest)
}

/** `blob/<branch>/<path>`; a branch name may hold slashes, so the known ones are tried. */
const filePage = async (hub: GithubState, repository: Repository, rest: string): Promise<Page | null> => {
  const [, at = ''] = /^(?:blob|raw)\/(.+)$/.exec(rest) ?? []
  const refs = [...repository.refs.keys()].map((ref) => ref.replace(/^refs\/(heads|tags)\//, ''))
  const rev = refs.find((ref) => at.startsWith(`${ref}/`)) ?? at.split('/')[0] ?? ''
  const bytes = rev === '' ? null : await readFile(hub, repository, rev, at.slice(rev.length + 1))
  return bytes === null ? null : plain(bytes.toString())
}

const allRepositories = (hub: GithubState) =>
  [...hub.repositories.values()].map((repository) => ({
    href: repositoryPage(hub, repository),
    text: fullName(repository),
  }))

const links = (to: readonly { href: string; text: string }[]): string =>
  `<ul>${to.map(({ href, text }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`).join('')}</ul>`

const repositoryHtml = (hub: GithubState, repository: Repository): string => {
  const pulls = repository.pulls.map((pull) => ({ href: pullPage(hub, pull), text: pullLine(pull) }))
  const runs = repository.runs.map((run) => ({
    href: runPage(hub, run),
    text: `${run.displayTitle}: ${run.conclusion ?? run.status}`,
  }))
  const branches = [...repository.refs.keys()].map((ref) => `<li>${escapeHtml(ref)}</li>`).join('')
  return page(
    fullName(repository),
    `<h2>Branches</h2><ul>${branches}</ul><h2>Pull requests</h2>${links(pulls)}<h2>Runs</h2>${links(runs)}`,
  )
}

const pullLine = (pull: Pull): string =>
  `#${pull.number} ${pull.title} (${pull.merged ? 'merged' : pull.state}${pull.draft ? ', draft' : ''})`

const pullDiff = async (hub: GithubState, pull: Pull): Promise<string> => {
  const base = await mergeBase(hub, pull.repository, pull.baseSha, pull.headSha)
  return diffText(hub, pull.repository, base ?? pull.baseSha, pull.headSha)
}

const pullHtml = async (hub: GithubState, pull: Pull): Promise<string> =>
  page(
    pullLine(pull),
    `<p>${escapeHtml(pull.author.login)} wants to merge <code>${escapeHtml(pull.head)}</code> into <code>${escapeHtml(pull.base)}</code></p><pre>${escapeHtml(pull.body ?? '')}</pre><h2>Changes</h2><pre>${escapeHtml(await pullDiff(hub, pull))}</pre>`,
  )

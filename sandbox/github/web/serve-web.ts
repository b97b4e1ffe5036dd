import type { IncomingMessage, ServerResponse } from 'node:http'
import { mergeBase } from '../git/commits.ts'
import { diffText } from '../git/diff.ts'
import { readFile } from '../git/read.ts'
import { repositoryNamed } from '../git/repositories.ts'
import { checkRunPage } from '../shapes/check-run.ts'
import { escapeHtml } from '../shapes/escape-html.ts'
import { pullPage } from '../shapes/pull-request.ts'
import { fullName, repositoryPage } from '../shapes/repository.ts'
import { runPage } from '../shapes/workflow-run.ts'
import type { Issue } from '../state/issue.ts'
import type { Pull, Repository } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { checkRunHtml, checkRunLine } from './check-run-page.ts'
import { newFileHtml, secretsHtml } from './new-file-page.ts'
import { page, sendPage } from './page.ts'
import { runHtml } from './run-page.ts'
import { type Answer, answerNewIssue, answerThread } from './thread-pages.ts'

/** Serves pages for people who follow a link, without sign-in. */
export const serveWeb = async (
  state: GithubState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const path = decodeURIComponent(new URL(request.url ?? '/', state.urls.server).pathname)
  const answer = (await pageFor(state, path, request)) ?? { status: 404, text: 'Not Found\n' }
  const { status } = answer
  state.requests.push({
    surface: 'web',
    method: request.method ?? 'GET',
    path,
    status,
    credential: 'none',
    at: state.now(),
  })
  if ('html' in answer) sendPage(response, status, answer.html)
  else if ('location' in answer) response.writeHead(status, { location: answer.location }).end()
  else response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(answer.text)
}

type Served = Answer | { readonly status: 200; readonly text: string }

const html = (text: string): Served => ({ status: 200, html: text })
const plain = (text: string): Served => ({ status: 200, text })

const pageFor = async (
  state: GithubState,
  path: string,
  request: IncomingMessage,
): Promise<Served | null> => {
  if (path === '/') return html(homeHtml(state))
  const [, owner = '', name = '', rest = ''] = /^\/([^/]+)\/([^/]+)(?:\/(.*))?$/.exec(path) ?? []
  const repository = repositoryNamed(state, owner, name)
  if (!repository) return null
  if (rest === '') return html(repositoryHtml(state, repository))
  const [, number, form] = /^pull\/(\d+)(\.diff)?$/.exec(rest) ?? []
  const pull = repository.pulls.find((candidate) => String(candidate.number) === number)
  if (pull) {
    const diff = await pullDiff(state, pull)
    return form
      ? plain(diff)
      : answerThread(state, repository, { thread: { kind: 'pull', pull }, diff, request })
  }
  if (rest === 'issues/new') return answerNewIssue(state, repository, request)
  const [, issueNumber] = /^issues\/(\d+)$/.exec(rest) ?? []
  const issue = repository.issues.find((candidate) => String(candidate.number) === issueNumber)
  if (issue) return answerThread(state, repository, { thread: { kind: 'issue', issue }, diff: '', request })
  const [, runId] = /^actions\/runs\/(\d+)/.exec(rest) ?? []
  const run = repository.runs.find((candidate) => String(candidate.id) === runId)
  if (run) return html(runHtml(state, repository, run))
  const [, checkRunId] = /^runs\/(\d+)$/.exec(rest) ?? []
  if (checkRunId !== undefined) {
    const text = await checkRunHtml(state, repository, checkRunId, request)
    return text === null ? null : html(text)
  }
  if (/^settings\/secrets\/actions(?:\/new)?$/.test(rest)) return html(secretsHtml(repository))
  const [, branch] = /^new\/(.+)$/.exec(rest) ?? []
  if (branch !== undefined) {
    const text = await newFileHtml(state, repository, { branch, request })
    return text === null ? null : html(text)
  }
  return filePage(state, repository, rest)
}

/** `blob/<branch>/<path>`. A branch name can contain slashes, so the existing branches are tried. */
const filePage = async (state: GithubState, repository: Repository, rest: string): Promise<Served | null> => {
  const [, at = ''] = /^(?:blob|raw)\/(.+)$/.exec(rest) ?? []
  const refs = [...repository.refs.keys()].map((ref) => ref.replace(/^refs\/(heads|tags)\//, ''))
  const rev = refs.find((ref) => at.startsWith(`${ref}/`)) ?? at.split('/')[0] ?? ''
  const bytes = rev === '' ? null : await readFile(state, repository, rev, at.slice(rev.length + 1))
  return bytes === null ? null : plain(bytes.toString())
}

const homeHtml = (state: GithubState): string => {
  const apps = state.apps.map(({ slug }) => ({ href: `${state.urls.server}/apps/${slug}`, text: slug }))
  return page(
    'Sandbox GitHub',
    `<h2>Repositories</h2>${links(allRepositories(state))}<h2>Apps</h2>${links(apps)}`,
  )
}

const allRepositories = (state: GithubState) =>
  [...state.repositories.values()].map((repository) => ({
    href: repositoryPage(state, repository),
    text: fullName(repository),
  }))

const links = (to: readonly { href: string; text: string }[]): string =>
  `<ul>${to.map(({ href, text }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(text)}</a></li>`).join('')}</ul>`

const repositoryHtml = (state: GithubState, repository: Repository): string => {
  const pulls = repository.pulls.map((pull) => ({ href: pullPage(state, pull), text: pullLine(pull) }))
  const runs = repository.runs.map((run) => ({
    href: runPage(state, run),
    text: `${run.displayTitle}: ${run.conclusion ?? run.status}`,
  }))
  const checkRuns = repository.checkRuns.map((run) => ({
    href: checkRunPage(state, repository, run),
    text: `${checkRunLine(run)} at ${run.headSha.slice(0, 7)}`,
  }))
  const issues = repository.issues.map((issue) => ({
    href: `${repositoryPage(state, repository)}/issues/${issue.number}`,
    text: issueLine(issue),
  }))
  const branches = [...repository.refs.keys()].map((ref) => `<li>${escapeHtml(ref)}</li>`).join('')
  return page(
    fullName(repository),
    `<h2>Issues</h2>${links(issues)}<p><a href="${escapeHtml(repositoryPage(state, repository))}/issues/new">New issue</a></p><h2>Pull requests</h2>${links(pulls)}<h2>Runs</h2>${links(runs)}<h2>Check runs</h2>${links(checkRuns)}<h2>Branches</h2><ul>${branches}</ul>`,
  )
}

const issueLine = (issue: Issue): string =>
  `#${issue.number} ${issue.title} (${[issue.state, ...issue.labels.map(({ name }) => name)].join(', ')})`

const pullLine = (pull: Pull): string =>
  `#${pull.number} ${pull.title} (${pull.merged ? 'merged' : pull.state}${pull.draft ? ', draft' : ''})`

const pullDiff = async (state: GithubState, pull: Pull): Promise<string> => {
  const base = await mergeBase(state, pull.repository, pull.baseSha, pull.headSha)
  return diffText(state, pull.repository, base ?? pull.baseSha, pull.headSha)
}

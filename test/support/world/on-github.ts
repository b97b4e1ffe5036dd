import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunReport } from '../../../sandbox/runner/runner-options.ts'
import type { RunView } from '../../../src/contract/run.ts'
import { realGit } from '../action/real-git.ts'
import { until } from './jobs.ts'
import type { TestWorld } from './world.ts'

/** GitHub's REST API as the repository's owner, or `as` another person; `path` begins after `/repos/{owner}/{repo}`. */
export async function rest<T>(
  world: TestWorld,
  path: string,
  { method = 'GET', body, as }: { method?: string; body?: object; as?: string } = {},
): Promise<T> {
  const token = as === undefined ? world.githubToken : world.people.find(({ login }) => login === as)?.token
  const response = await fetch(`${world.githubApiUrl}/repos/${world.repository}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}

export interface PullView {
  readonly number: number
  readonly html_url: string
  readonly state: string
  readonly draft: boolean
  readonly title: string
  readonly body: string
  readonly user: { readonly login: string }
  readonly head: { readonly ref: string; readonly sha: string }
  readonly base: { readonly ref: string }
}

export const pullsOf = (world: TestWorld, more = ''): Promise<PullView[]> =>
  rest(world, `/pulls?state=all${more}`)

export const readPull = (world: TestWorld, prLink: string | null): Promise<PullView> =>
  rest(world, `/pulls/${/\/pull\/(\d+)$/.exec(prLink ?? '')?.[1]}`)

/** What the workflow run behind a run looked like to its runner. */
export function workflowRunOf(world: TestWorld, run: RunView): RunReport {
  const id = Number(run.workflowRunUrl?.split('/').at(-1))
  const report = world.runner.runs().find((candidate) => candidate.id === id)
  if (report === undefined) throw new Error(`the runner knows no workflow run ${run.workflowRunUrl}`)
  return report
}

/** A job may be done a moment before its workflow run is. */
export const untilWorkflowRunEnds = (world: TestWorld, run: RunView): Promise<RunReport> =>
  until(`the workflow run ${run.workflowRunUrl} to end`, () => {
    const report = workflowRunOf(world, run)
    return report.state === 'completed' ? report : null
  })

/** A clone with real git, by the owner's token. `git` throws where git fails. */
export async function cloneOf(world: TestWorld, branch: string) {
  const root = await mkdtemp(join(world.directory, 'clone-'))
  const run = realGit(root)
  const git = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(args)
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout.trimEnd()
  }
  const url = new URL(`${world.githubUrl}/${world.repository}.git`)
  url.username = 'octo-admin'
  url.password = world.githubToken
  await git('clone', '-q', '-b', branch, url.href, '.')
  await git('config', 'user.name', 'Ada')
  await git('config', 'user.email', 'ada@example.com')
  return { root, git }
}

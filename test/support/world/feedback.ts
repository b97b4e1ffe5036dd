import { until } from './jobs.ts'
import { rest } from './on-github.ts'
import type { TestWorld } from './world.ts'

export interface CheckRunView {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly conclusion: string | null
  readonly external_id: string
  readonly output: { readonly title: string | null; readonly summary: string | null }
}

/** The check runs of a commit that GitHub shows: the newest of each name. */
export const checkRunsAt = async (world: TestWorld, ref: string): Promise<readonly CheckRunView[]> =>
  (await rest<{ check_runs: CheckRunView[] }>(world, `/commits/${ref}/check-runs`)).check_runs

export const untilCheckRun = (
  world: TestWorld,
  sha: string,
  status: 'in_progress' | 'completed',
): Promise<CheckRunView> =>
  until(`a check run at ${sha} to be ${status}`, async () => {
    const [found] = await checkRunsAt(world, sha)
    return found?.status === status ? found : null
  })

/** With those that a newer one of the same name hides. */
export const allCheckRunsAt = async (world: TestWorld, ref: string): Promise<readonly CheckRunView[]> =>
  (await rest<{ check_runs: CheckRunView[] }>(world, `/commits/${ref}/check-runs?filter=all`)).check_runs

interface CommentView {
  readonly body: string
  readonly user: { readonly login: string; readonly type: string }
}

async function as(world: TestWorld, login: string, path: string, body: object): Promise<{ number: number }> {
  const token = world.people.find((person) => person.login === login)?.token
  const response = await fetch(`${world.githubApiUrl}/repos/${world.repository}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'user-agent': login },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { number: number }
}

/** An issue of this person. Returns its number. */
export const openIssue = async (world: TestWorld, login: string): Promise<number> =>
  (await as(world, login, '/issues', { title: 'Something is wrong', body: 'It is.' })).number

export const writeComment = async (
  world: TestWorld,
  login: string,
  issue: number,
  body: string,
): Promise<void> => {
  await as(world, login, `/issues/${issue}/comments`, { body })
}

export const commentsOn = (world: TestWorld, issue: number): Promise<readonly CommentView[]> =>
  rest(world, `/issues/${issue}/comments`)

/** The comment of the bot, once it starts with this sign. */
export const untilComment = (world: TestWorld, issue: number, sign: string): Promise<string> =>
  until(`the comment on #${issue} to show ${sign}`, async () => {
    const own = (await commentsOn(world, issue)).find(({ user }) => user.type === 'Bot')
    return own?.body.startsWith(sign) ? own.body : null
  })

const QUIET_MS = 1_500

/** Nothing has asked for a while: what the app does on its own is done. */
export async function untilQuiet(world: TestWorld): Promise<void> {
  let count = -1
  let since = performance.now()
  await until('GitHub to be left alone', () => {
    const now = world.github.requests().length
    if (now !== count) since = performance.now()
    count = now
    return performance.now() - since > QUIET_MS ? true : null
  })
}

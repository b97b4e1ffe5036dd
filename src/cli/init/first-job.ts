import { setTimeout as wait } from 'node:timers/promises'
import { CommandError } from '../output/exit-code.ts'
import { plainText } from '../output/plain-text.ts'
import { type Answer, at, type Gh, listAt, must, refusalOf, textAt } from './gh.ts'
import type { Repository } from './inspect.ts'

const WORKFLOW = 'prentice.yml'
/** GitHub's limit for all inputs of a workflow together. */
const MAX_PROMPT = 65_535

interface Job {
  readonly gh: Gh
  readonly repository: Repository
  readonly prompt: string
  /** Who starts it. */
  readonly login: string
  readonly signal: AbortSignal
  readonly note: (text: string) => Promise<void>
}

export interface Ended {
  readonly conclusion: string
  readonly runUrl: string
  /** Addresses of the pull requests that it has opened. */
  readonly pulls: readonly string[]
}

interface StartedRun {
  readonly id: number
  readonly url: string
}

/** Starts the workflow with a prompt, and follows the run to its pull request. */
export async function runFirstJob(job: Job): Promise<Ended> {
  if (job.prompt.length > MAX_PROMPT)
    throw new CommandError(`the prompt has more than ${MAX_PROMPT} characters: shorten it`)
  await waitForWorkflow(job)
  const run = await startRun(job)
  await job.note(`The workflow run: ${plainText(run.url)}`)
  const ended = await followRun(job, run).catch(async (error: unknown) => {
    if (job.signal.aborted) await job.note('The run continues on GitHub.')
    throw error
  })
  return {
    conclusion: textAt(ended, 'conclusion'),
    runUrl: textAt(ended, 'html_url'),
    pulls: await findPulls(job, textAt(ended, 'created_at')),
  }
}

/** GitHub registers a workflow some seconds after the merge. */
async function waitForWorkflow({ gh, repository, signal, note }: Job): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const answer = await gh.call('GET', `repos/${repository.name}/actions/workflows/${WORKFLOW}`)
    const state = textAt(answer.body, 'state')
    if (state === 'active') return
    if (answer.status === 200)
      throw new CommandError(
        `the workflow is switched off (${plainText(state)}): enable it at ${repository.url}/actions`,
      )
    if (answer.status !== 404) must(answer, 'show the workflow')
    if (tries === MOST_TRIES)
      throw new CommandError(
        `GitHub does not list the workflow yet: see ${repository.url}/actions, and run this again`,
      )
    if (tries === 0) await note('Waiting until GitHub lists the workflow.')
    await wait(POLL_MS, undefined, { signal })
  }
}

const POLL_MS = 2000
const MOST_TRIES = 60

async function startRun(job: Job): Promise<StartedRun> {
  const { gh, repository, login, signal } = job
  const base = `repos/${repository.name}/actions/workflows/${WORKFLOW}`
  const before = await newestRun(gh, base, login)
  let answer = await dispatch(job, base)
  // Right after a merge, some servers of GitHub do not know the workflow, or its trigger.
  for (let tries = 0; isTooEarly(answer) && tries < MOST_TRIES; tries += 1) {
    await wait(POLL_MS, undefined, { signal })
    answer = await dispatch(job, base)
  }
  const id = at(must(answer, 'start the workflow').body, 'workflow_run_id')
  if (typeof id === 'number') return { id, url: textAt(answer.body, 'html_url') }
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const run = await newestRun(gh, base, login)
    if (run !== undefined && run.id !== before?.id) return run
    await wait(POLL_MS, undefined, { signal })
  }
  throw new CommandError(`GitHub does not show the workflow run: see ${repository.url}/actions`)
}

async function dispatch({ gh, repository, prompt }: Job, base: string): Promise<Answer> {
  const sent = { ref: repository.defaultBranch, inputs: { prompt } }
  const send = (body: object): Promise<Answer> =>
    gh.call('POST', `${base}/dispatches`, body).catch((error: unknown) => {
      if (!(error instanceof CommandError)) throw error
      throw new CommandError(
        `${error.message}. The job may have started: look at ${repository.url}/actions before you start another`,
      )
    })
  const detailed = await send({ ...sent, return_run_details: true })
  // Enterprise Server up to 3.20 permits no such key.
  const isUnknown = [400, 422].includes(detailed.status) && refusalOf(detailed).includes('return_run_details')
  return isUnknown ? send(sent) : detailed
}

const isTooEarly = (answer: Answer): boolean =>
  answer.status === 404 || (answer.status === 422 && refusalOf(answer).includes('does not have'))

async function newestRun(gh: Gh, base: string, login: string): Promise<StartedRun | undefined> {
  const answer = await gh.call('GET', `${base}/runs?event=workflow_dispatch&per_page=30`)
  const run = listAt(must(answer, 'list the workflow runs').body, 'workflow_runs').find(
    (one) => textAt(one, 'actor', 'login') === login,
  )
  return run === undefined ? run : { id: Number(at(run, 'id')), url: textAt(run, 'html_url') }
}

const MOST_FAILURES = 10

/** Until it has ended. GitHub may not show a new run yet. Ctrl-C ends only this: the run continues. */
async function followRun({ gh, repository, signal, note }: Job, { id }: StartedRun): Promise<unknown> {
  let [shown, failures] = ['', 0]
  for (;;) {
    try {
      const answer = await gh.call('GET', `repos/${repository.name}/actions/runs/${id}`)
      const run = must(answer, 'show the workflow run').body
      const status = textAt(run, 'status')
      if (status === 'completed') return run
      if (status !== shown) await note(`The run is ${plainText(status.replaceAll('_', ' '))}.`)
      ;[shown, failures] = [status, 0]
    } catch (error) {
      failures += 1
      if (!(error instanceof CommandError) || failures > MOST_FAILURES) throw error
    }
    await wait(POLL_MS, undefined, { signal })
  }
}

/** Those that the workflow's own token has opened since. */
async function findPulls({ gh, repository: { name } }: Job, since: string): Promise<string[]> {
  const answer = await gh.call('GET', `repos/${name}/pulls?state=all&sort=created&direction=desc&per_page=30`)
  return listAt(must(answer, 'list the pull requests').body)
    .filter(
      (pull) =>
        textAt(pull, 'created_at') >= since &&
        textAt(pull, 'user', 'login') === 'github-actions[bot]' &&
        textAt(pull, 'body').includes('Made by Prentice, job '),
    )
    .map((pull) => textAt(pull, 'html_url'))
}

import { expect, test } from 'vitest'
import { accountNamed, createAccount } from '../../../../../sandbox/github/accounts/accounts.ts'
import type { Account } from '../../../../../sandbox/github/state/account.ts'
import type { Run } from '../../../../../sandbox/github/state/repository.ts'
import { givenRepository, recordRun } from './asked-on-issue.ts'

type Given = Awaited<ReturnType<typeof givenRepository>>

/** A run of the workflow, as if this person had started it a moment ago. */
const addRun = (given: Given, actor: Account, displayTitle: string, over: Partial<Run> = {}) =>
  recordRun(given, { actor, triggeringActor: actor, displayTitle, ...over })

test('`stop` cancels what was asked for on the same issue', async () => {
  const given = await givenRepository()
  const { run, issueBy, commented, people, comments, github } = given
  await addRun(given, people.ana, 'Prentice #7')
  await addRun(given, people.ana, 'Prentice #17')
  await addRun(given, people.ana, 'Prentice #7', { status: 'completed', conclusion: 'success' })
  await run('issue_comment', commented(issueBy(people.ana), '/prentice stop', people.ana))
  expect(comments()[1]?.body).toContain('Stopped the run.')
  expect(github.requests.filter((request) => request.endsWith('/cancel'))).toHaveLength(1)
})

test('without `run-name`, the title of an issue says nothing about its runs', async () => {
  const given = await givenRepository({ runName: null })
  const { run, issueBy, commented, people, comments, github, repository } = given
  // Runs of an issue that somebody has called this, and of this issue, whose report names it.
  await addRun(given, people.ana, 'It crashes as in #7')
  await addRun(given, people.ana, 'As in #8')
  const own = repository.runs.at(-1)?.id
  const issue = issueBy(people.ana, 'x', 'As in #8')
  const stop = async (title: string) => {
    await run('issue_comment', commented({ ...issue, title }, '/prentice stop', people.ana))
    return comments().at(-1)?.body
  }
  for (const title of ['Mark it', 'It crashes as in #7', 'It crashes as in #7, too'])
    expect(await stop(title)).toContain('Nothing is running.')
  const bot = accountNamed(given.state, 'github-actions[bot]')
  commented(issue, `⏳ Working\n\n<!-- prentice:run:${own}:label -->`, bot)
  expect(await stop('As in #8')).toContain('Stopped the run.')
  expect(github.requests.filter((request) => request.endsWith('/cancel'))).toEqual([
    expect.stringContaining(`/runs/${own}/cancel`),
  ])
})

test('in a locked conversation, which takes no reactions, `stop` works, and `retry` says what it needs', async () => {
  const given = await givenRepository()
  const { run, issueBy, commented, people, comments, github, state, provider } = given
  const mode = { status: 403, message: 'Unable to create reaction because issue is locked' }
  state.orderedFaults.push({ match: /^POST \S+\/reactions$/, mode, times: 9 })
  await addRun(given, people.ana, 'Prentice #7')
  const issue = issueBy(people.ana)
  await run('issue_comment', commented(issue, '/prentice stop', people.ana))
  expect(comments().at(-1)?.body).toContain('Stopped the run.')
  expect(github.requests.filter((request) => request.endsWith('/cancel'))).toHaveLength(1)
  for (const verb of ['retry', 'status']) {
    await run('issue_comment', commented(issue, `/prentice ${verb}`, people.ana))
    expect(comments().at(-1)?.body).toContain('Unlock the conversation')
  }
  expect(provider.requests).toEqual([])
})

test('runs that strangers have started hide neither a run from `stop` nor runs from the daily cap', async () => {
  const given = await givenRepository()
  const { run, issueBy, commented, people, comments, github, state, repository, provider } = given
  await addRun(given, people.ana, 'Prentice #7')
  const [{ id = 0 } = {}] = repository.runs
  for (let n = 0; n < 120; n += 1) await addRun(given, people.rob, 'Prentice #7')
  const issue = issueBy(people.ana)
  const workflow = accountNamed(state, 'github-actions[bot]')
  const report = commented(issue, `⏳ Working\n\n<!-- prentice:run:${id}:label -->`, workflow)
  expect(report.issue.number).toBe(7)
  const cap = { 'max-runs-per-day': '1' }
  await run('issue_comment', commented(issue, '/prentice', people.ana), cap)
  expect(comments().at(-1)?.body).toContain('1 run was started')
  await run('issue_comment', commented(issue, '/prentice stop', people.ana))
  expect(comments().at(-1)?.body).toContain('Stopped 20 runs.')
  expect(github.requests.some((request) => request.endsWith(`/runs/${id}/cancel`))).toBe(true)
  expect(provider.requests).toEqual([])
})

test('`stop` cancels no run that a text of others names', async () => {
  const given = await givenRepository()
  const { run, issueBy, commented, people, comments, github, state, repository } = given
  // Of another issue, and of another workflow.
  await addRun(given, people.ana, 'Prentice #8')
  await addRun(given, people.ana, 'Deploy')
  const [prentice, deploy] = repository.runs
  if (deploy !== undefined)
    Object.assign(deploy, { workflow: { ...deploy.workflow, path: '.github/workflows/deploy.yml' } })
  const issue = issueBy(people.ana)
  const mark = (id = 0) => `⏳ Working\n\n<!-- prentice:run:${id}:label -->`
  const names = (id: number | undefined, by: Account) => void commented(issue, mark(id), by)
  const stop = async () => {
    await run('issue_comment', commented(issue, '/prentice stop', people.ana))
    return comments().at(-1)?.body
  }
  names(prentice?.id, createAccount(state, { login: 'quoting[bot]', type: 'Bot' }))
  names(prentice?.id, people.ana)
  expect(await stop()).toContain('Nothing is running.')
  // Another workflow of the repository writes as the same bot.
  names(deploy?.id, accountNamed(state, 'github-actions[bot]'))
  expect(await stop()).toContain('Nothing is running.')
  expect(github.requests.filter((request) => request.endsWith('/cancel'))).toEqual([])
})

test('`help` is answered, and a word that resembles a command, and `status` where nothing was started', async () => {
  const { run, issueBy, commented, people, comments, provider } = await givenRepository()
  const issue = issueBy(people.ana)
  await run('issue_comment', commented(issue, '/prentice help', people.ana))
  await run('issue_comment', commented(issue, '/prentice status', people.ana))
  await run('issue_comment', commented(issue, '/prentice stpo', people.ana))
  expect(comments()[5]?.body).toContain('Did you mean `/prentice stop`?')
  expect(comments()[1]?.body).toContain('| `/prentice stop` |')
  expect(comments()[3]?.body).toContain('Nothing was started here.')
  expect(provider.requests).toEqual([])
})

test('the cap holds, and runs of strangers and skipped ones do not count', async () => {
  const given = await givenRepository()
  const { run, issueBy, commented, people, comments, provider } = given
  const issue = issueBy(people.ana)
  for (let n = 0; n < 3; n += 1) {
    await addRun(given, people.rob, 'Prentice #1')
    await addRun(given, people.ana, 'Prentice #1', { status: 'completed', conclusion: 'skipped' })
  }
  await addRun(given, people.ana, 'Prentice #1')
  const cap = { 'max-runs-per-day': '2' }
  await addRun(given, people.ana, 'Prentice #1')
  await run('issue_comment', commented(issue, '/prentice', people.ana), cap)
  expect(comments()[1]?.body).toContain('2 runs were started in the last 24 hours')
  const scheduled = await run('schedule', {}, { ...cap, prompt: 'Do it' })
  expect(scheduled.log).toContain('2 runs were started in the last 24 hours')
  expect(provider.requests).toEqual([])
  await run('schedule', {}, { 'max-runs-per-day': '3', prompt: 'Do it' })
  expect(provider.requests).not.toEqual([])
})

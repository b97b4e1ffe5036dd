import { expect, test } from 'vitest'
import { renameRepository } from '../../../../../sandbox/github/admin/change-repository.ts'
import { messagesOf } from '../../../../support/whole-run/agent-run.ts'
import { call, finish, mark, read } from '../../../../support/whole-run/wire-world.ts'
import { givenRepository } from './asked-on-issue.ts'

test('a comment on an issue becomes a pull request, and a comment shows both begin and end', async () => {
  const { run, issueBy, commented, people, github, comments, provider } = await givenRepository()
  const issue = issueBy(people.ana)
  const ended = await run('issue_comment', commented(issue, '/prentice Mark the greeting', people.ana))
  expect(ended.code).toBe(0)
  const [pull] = github.pullRequests
  expect(pull).toMatchObject({ base: 'main', title: 'Mark the greeting' })
  expect(pull?.body).toContain('Closes #7')
  expect(pull?.body).toContain('begin a comment with `/prentice`')
  const branch = String(pull?.head)
  expect(branch).toMatch(/^prentice\/[0-9a-f]{10}$/)
  expect(github.git('show', `${branch}:hello.txt`)).toBe('Hello, world A!')
  expect(github.git('log', '-1', '--format=%b', branch)).toContain(
    `Co-authored-by: ana <${people.ana.id}+ana@users.noreply.127.0.0.1>`,
  )
  const [told] = messagesOf(provider.requests[0]?.body ?? '')
  expect(told?.text).toContain('Mark the greeting')
  expect(told?.text).toContain('The greeting has no mark.')
  const [asked, report] = comments()
  expect(github.requests.filter((request) => request.endsWith('/reactions'))).toHaveLength(1)
  expect(asked?.body).toBe('/prentice Mark the greeting')
  expect(report?.issue).toBe(7)
  expect(report?.body).toMatch(/^✅ #8 ready · 1 file · .*\[log\]\(http.*\/o\/r\/actions\/runs\/\d+\)/)
  expect(report?.body).toContain('Change it: comment on #8 with `/prentice`')
  expect(comments()).toHaveLength(2)
})

test('a comment on its pull request continues the branch', async () => {
  const first = await givenRepository()
  const { run, issueBy, commented, people, github, repository } = first
  await run('issue_comment', commented(issueBy(people.ana), '/prentice', people.ana))
  const [pull] = repository.pulls
  if (pull === undefined) throw new Error('there is no pull request')
  const thread = { number: pull.number, title: pull.title, body: pull.body, author: pull.author }
  const payload = commented(thread, '/prentice and sign it', people.ana, { pull_request: { url: 'x' } })
  const second = await run('issue_comment', payload)
  // The script has no turn left, so the model fails: what counts is which branch was checked out.
  expect(second.log).toContain(`${pull.head} is at ${github.git('rev-parse', pull.head)}`)
  expect(repository.pulls).toHaveLength(1)
})

test('the label works on what the issue describes', async () => {
  const { run, issueBy, labelled, people, github, provider } = await givenRepository()
  const ended = await run('issues', labelled(issueBy(people.ana), 'prentice', people.ana))
  expect(ended.code).toBe(0)
  expect(github.pullRequests).toHaveLength(1)
  expect(messagesOf(provider.requests[0]?.body ?? '')[0]?.text).toContain('Resolve issue #7.')
})

test('where workflows may not open pull requests, a comment links to the prefilled page and names the setting', async () => {
  const { run, issueBy, commented, people, github, comments } = await givenRepository({ forbidPulls: true })
  await run('issue_comment', commented(issueBy(people.ana), '/prentice', people.ana))
  expect(github.pullRequests).toEqual([])
  const branch = github.git('branch', '--format=%(refname:short)', '--list', 'prentice/*')
  expect(github.git('show', `${branch}:hello.txt`)).toBe('Hello, world A!')
  const body = comments()[1]?.body ?? ''
  expect(body).toContain(`⚠️ The branch \`${branch}\` is ready`)
  expect(body).toContain(`/o/r/compare/main...${branch}?quick_pull=1&title=Mark+the+greeting&body=`)
  expect(body).toContain('Allow GitHub Actions to create and approve pull requests')
  expect(body).toContain('/o/r/settings/actions)')
})

test('a run that was started by hand names the page and the setting in its log', async () => {
  const { run } = await givenRepository({ forbidPulls: true })
  const ended = await run('workflow_dispatch', {}, { prompt: 'Mark it' })
  expect(ended.log).toMatch(
    /^::warning::The branch `prentice\/\w+` is ready, .*\/o\/r\/compare\/main\.\.\.prentice.*\/o\/r\/settings\/actions\.$/m,
  )
})

test('a run that fails says why in its comment', async () => {
  const { run, issueBy, commented, people, comments } = await givenRepository({ script: [] })
  await run('issue_comment', commented(issueBy(people.ana), '/prentice', people.ana))
  expect(comments()[1]?.body).toMatch(/^❌ No pull request: The model provider refused the request/)
  expect(comments()[1]?.body).not.toContain('POST')
})

test('on a runner that keeps its workspace, files of an earlier run are published when the agent writes them again', async () => {
  const write = (text: string) => call({ name: 'write', input: { path: 'docs/a.md', text } })
  const script = [write('one\n'), finish, write('two\n'), finish]
  const { run, issueBy, commented, people, github, comments } = await givenRepository({ script })
  await run('issue_comment', commented(issueBy(people.ana), '/prentice Write docs/a.md', people.ana))
  const again = await run(
    'issue_comment',
    commented(issueBy(people.ana), '/prentice Write docs/a.md', people.ana),
  )
  expect(again.log).toContain('Removed from the workspace what an earlier job had left: 1 file')
  expect(comments().at(-1)?.body).toMatch(/^✅ #10 ready · 1 file/)
  expect(github.git('show', `${github.pullRequests[1]?.head}:docs/a.md`)).toBe('two')
})

test('a repository that is renamed while the agent works gets branch, pull request and comment', async () => {
  const turns = [call(read(), mark(' A')), finish]
  const given = await givenRepository({
    script(_, index) {
      if (index === 0) renameRepository(given.state, { owner: 'o', name: 'r', to: 'renamed' })
      return turns[index] ?? finish
    },
  })
  const { run, issueBy, commented, people, github, comments } = given
  const ended = await run('issue_comment', commented(issueBy(people.ana), '/prentice Mark it', people.ana))
  expect(ended.log).toContain('The repository is called o/renamed now')
  expect(github.pullRequests).toHaveLength(1)
  expect(comments().at(-1)?.body).toMatch(/^✅ #8 ready/)
})

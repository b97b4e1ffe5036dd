import { expect, test } from 'vitest'
import { messagesOf } from '../../../support/whole-run/agent-run.ts'
import { givenRepository } from './standalone/asked-on-issue.ts'

const withSettings = (text: string) => givenRepository({ settings: text })

test('switched off, neither a comment nor a label starts anything', async () => {
  const { run, issueBy, commented, labelled, people, provider, comments } = await withSettings(
    'triggers: { comments: false }\n',
  )
  const issue = issueBy(people.ana)
  await run('issue_comment', commented(issue, '/prentice', people.ana))
  await run('issues', labelled(issue, 'prentice', people.ana))
  expect(provider.requests).toEqual([])
  expect(comments()).toHaveLength(1)
})

test('the labels of the settings take the place of the default', async () => {
  const { run, issueBy, labelled, people, provider, github } = await withSettings(
    'triggers: { labels: [Agent] }\n',
  )
  const issue = issueBy(people.ana)
  await run('issues', labelled(issue, 'prentice', people.ana))
  expect(provider.requests).toEqual([])
  await run('issues', labelled(issue, 'agent', people.ana))
  expect(github.pullRequests).toHaveLength(1)
})

test('the settings can include texts of everyone', async () => {
  const { run, issueBy, commented, people, provider } = await withSettings(
    'triggers: { issue-text: everyone }\n',
  )
  await run(
    'issue_comment',
    commented(issueBy(people.rob, 'The greeting has no mark.'), '/prentice', people.ana),
  )
  expect(messagesOf(provider.requests[0]?.body ?? '')[0]?.text).toContain('The greeting has no mark.')
})

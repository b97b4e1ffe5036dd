import { expect, test } from 'vitest'
import { writePendingComment } from '../../../../../src/action/control-plane/standalone/pending-comment.ts'
import { WORKFLOW_TOKEN } from '../../../../fakes/github/one-repository.ts'
import { givenRepository } from './asked-on-issue.ts'

type Given = Awaited<ReturnType<typeof givenRepository>>

/** What the post step does with what the runner has kept for it. */
const post = ({ github }: Given, state: string) =>
  writePendingComment(state, { ...github.environment, 'INPUT_GITHUB-TOKEN': WORKFLOW_TOKEN })

const ask = ({ run, commented, issueBy, people }: Given) =>
  run('issue_comment', commented(issueBy(people.ana), '/prentice Mark it', people.ana))

/** GitHub is down whenever the comment is changed. */
const breakChanges = ({ state }: Given, status: number) =>
  state.orderedFaults.push({ match: /^PATCH \S+\/comments\//, mode: { status, message: 'No' }, times: 9 })

test('a run that has said how it ended leaves nothing to say', async () => {
  const given = await givenRepository()
  const ended = await ask(given)
  expect(ended.state.comment).toBe('')
})

test('the post step says what GitHub did not take from the main step', async () => {
  const given = await givenRepository()
  breakChanges(given, 502)
  const ended = await ask(given)
  expect(given.comments().at(-1)?.body).toMatch(/^⏳ Working/)
  given.state.orderedFaults.splice(0)
  await post(given, ended.state.comment ?? '')
  expect(given.comments().at(-1)?.body).toMatch(/^✅ #8 ready/)
})

test('a comment that somebody has deleted is not tried again', async () => {
  const given = await givenRepository()
  breakChanges(given, 404)
  const ended = await ask(given)
  expect(ended.log).toContain('GitHub refuses the comment about the end of the run')
  expect(ended.state.comment).toBe('')
})

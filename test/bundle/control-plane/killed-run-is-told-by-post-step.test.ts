import { expect, test } from 'vitest'
import { givenRepository } from '../../action/whole-runs/long/standalone/asked-on-issue.ts'
import { startBundle } from '../../support/whole-run/start-bundle.ts'
import type { StartedAction } from '../../support/whole-run/started-action.ts'

test('without a server, the post step says that a run was killed, and its request can be repeated', async () => {
  let started: StartedAction | null = null
  const given = await givenRepository({
    startAction: startBundle,
    onStart(action) {
      started = action
    },
    script() {
      started?.kill('SIGKILL')
      return { kind: 'silence' }
    },
  })
  const { run, issueBy, commented, people, comments } = given
  const payload = commented(issueBy(people.ana), '/prentice Mark it', people.ana)
  const killed = await run('issue_comment', payload)
  expect(comments()[1]?.body).toMatch(/^⏳ Working/)

  const state = Object.entries(killed.state).map(([name, value]) => [`STATE_${name}`, value])
  const post = await run('issue_comment', payload, Object.fromEntries(state))

  expect(post.code).toBe(0)
  expect(comments()).toHaveLength(2)
  expect(comments()[1]?.body).toMatch(/^❌ The run ended without a result · \[log\]/)
  expect(comments()[1]?.body).toMatch(/<!-- prentice:run:\d+:\d+ -->$/)
})

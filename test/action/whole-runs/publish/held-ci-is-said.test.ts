import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

const COAUTHOR = { name: 'Ana', email: 'ana@example.com' }

test('the commit holds CI, and the pull request says so and what was read', async () => {
  const { start, app, github } = await openWorld({
    calls: [greetTheMoon, finish()],
    app: {
      assignment: {
        coAuthor: COAUTHOR,
        outside: { read: ['the text of issue 12', 'a <b>@log</b>'], holdCi: true },
      },
    },
  })
  await start().ended
  expect(app.results).toMatchObject([{ outcome: 'published' }])
  // Two empty lines, and the trailer last: else GitHub does not read it.
  expect(github.git('log', '-1', '--format=%B', 'prentice/x1')).toBe(
    'Greet the moon\n\n\nCo-authored-by: Ana <ana@example.com>\nskip-checks: true',
  )
  const body = String(github.pullRequests[0]?.body)
  expect(body).toContain('nobody with write access to this repository wrote')
  expect(body).toContain('- the text of issue 12')
  expect(body).not.toContain('@log')
  expect(body).toContain('**CI is held:**')
})

test('without the setting CI runs, and the pull request still says what was read', async () => {
  const { start, github } = await openWorld({
    calls: [greetTheMoon, finish()],
    app: { assignment: { outside: { read: ['the text of issue 12'], holdCi: false } } },
  })
  await start().ended
  expect(github.git('log', '-1', '--format=%B', 'prentice/x1')).toBe('Greet the moon')
  const body = String(github.pullRequests[0]?.body)
  expect(body).toContain('- the text of issue 12')
  expect(body).not.toContain('CI is held')
})

import { expect, test } from 'vitest'
import { renameRepository } from '../../../../sandbox/github/admin/change-repository.ts'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

test('a repository that is renamed while the agent works gets branch and pull request', async () => {
  let rename = () => {}
  const { start, app, github } = await openWorld({
    calls: [greetTheMoon, finish()],
    app: {
      onPushToken() {
        rename()
        return { owner: 'o', name: 'renamed' }
      },
    },
  })
  rename = () => renameRepository(github.state, { owner: 'o', name: 'r', to: 'renamed' })
  const run = await start().ended
  expect(run.code).toBe(0)
  expect(app.results).toMatchObject([{ outcome: 'published', published: { pullRequest: 7 } }])
  expect(run.log).toContain('The repository is called o/renamed now')
  expect(github.git('show', 'prentice/x1:hello.txt')).toContain('moon')
  expect(github.requests.filter((request) => request.includes('/pulls'))).toEqual([
    expect.stringMatching(/^GET \S*\/repos\/o\/renamed\/pulls/),
    expect.stringMatching(/^POST \S*\/repos\/o\/renamed\/pulls/),
  ])
})

import { expect, test } from 'vitest'
import type { FakeGitHub } from '../../../fakes/github/fake-github.ts'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

const IDENTITY = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']
const CHECKS = { setup: [], commands: [{ name: 'Tests', run: 'true', seconds: 30 }], rounds: 1 }

/** Somebody else creates the working branch, with a file more than `main` has. */
function moveBranch({ git }: FakeGitHub): void {
  git('read-tree', 'main')
  git('update-index', '--add', '--cacheinfo', `100644,${git('rev-parse', 'main:hello.txt')},theirs.txt`)
  git(
    'branch',
    'prentice/x1',
    git(...IDENTITY, 'commit-tree', '-p', 'main', '-m', 'Theirs', git('write-tree')),
  )
}

test.each([
  ['as it was checked', () => {}, false],
  ['with a file of somebody else', moveBranch, true],
])(
  'the pull request says whether the checks ran before a rebase: the branch is %s',
  async (_, move, isRebased) => {
    let beforePush = () => {}
    const { start, github } = await openWorld({
      calls: [greetTheMoon, finish()],
      app: {
        assignment: { checks: CHECKS },
        onPushToken() {
          beforePush()
          return { owner: 'o', name: 'r' }
        },
      },
    })
    beforePush = () => move(github)
    const run = await start().ended
    expect([run.code, github.git('show', 'prentice/x1:hello.txt')]).toEqual([0, 'Hello, moon!'])
    expect(github.git('ls-tree', '--name-only', 'prentice/x1').includes('theirs.txt')).toBe(isRebased)
    const about = `**Checks** at ${github.git('rev-parse', '--short=12', 'prentice/x1')}`
    expect(github.pullRequests[0]?.body).toContain(`${about}${isRebased ? ', before it was rebased' : '\n'}`)
  },
)

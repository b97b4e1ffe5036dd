import { expect, test } from 'vitest'
import type { Pull } from '../../../../../sandbox/github/state/repository.ts'
import { call, finish, mark, read } from '../../../../support/whole-run/wire-world.ts'
import { givenRepository } from './asked-on-issue.ts'

const WORK = [call(read(), mark(' A')), finish]

/** A pull request of Prentice, and a comment on it. While the agent works, something happens to the pull request. */
async function followUp(meanwhile: (pull: Pull, world: Awaited<ReturnType<typeof givenRepository>>) => void) {
  const turns = [...WORK, ...WORK]
  const world = await givenRepository({
    script(_, index) {
      if (index === WORK.length) meanwhile(pullOf(world), world)
      return turns[index] ?? finish
    },
  })
  const { run, issueBy, commented, people, comments, github } = world
  await run('issue_comment', commented(issueBy(people.ana), '/prentice Mark it', people.ana))
  const { number, title, body, author } = pullOf(world)
  const thread = { number, title, body, author }
  const payload = commented(thread, '/prentice Mark it again', people.ana, { pull_request: { url: 'x' } })
  const ended = await run('issue_comment', payload)
  return { ended, github, report: comments().at(-1)?.body ?? '' }
}

function pullOf({ repository }: Awaited<ReturnType<typeof givenRepository>>): Pull {
  const [pull] = repository.pulls
  if (pull === undefined) throw new Error('there is no pull request')
  return pull
}

test('a pull request whose base was changed meanwhile is continued', async () => {
  const { ended, github, report } = await followUp((pull, world) => {
    world.github.git('branch', 'release', 'main')
    pull.base = 'release'
  })
  expect(ended.outputs).toMatchObject({ status: 'completed', 'pr-number': '8' })
  expect(report).toMatch(/^✅ #8 updated/)
  expect(github.pullRequests).toMatchObject([{ base: 'release' }])
  expect(github.git('show', `${github.pullRequests[0]?.head}:hello.txt`)).toBe('Hello, world A A!')
})

test('if the pull request was merged and its branch deleted meanwhile, the new work gets a new pull request', async () => {
  const { ended, github, report } = await followUp((pull, { github: { git } }) => {
    git(
      'update-ref',
      'refs/heads/main',
      git('commit-tree', `${pull.head}^{tree}`, '-p', 'main', '-m', 'Squashed'),
    )
    git('update-ref', '-d', `refs/heads/${pull.head}`)
    git('reflog', 'expire', '--expire=now', '--all')
    pull.state = 'closed'
  })
  expect(ended.outputs).toMatchObject({ status: 'completed', 'pr-number': '9' })
  expect(report).toMatch(/^✅ #9 ready/)
  expect(github.git('show', `${github.pullRequests[1]?.head}:hello.txt`)).toBe('Hello, world A A!')
})

test('if that is not possible, the comment says what to do', async () => {
  const { ended, report } = await followUp((pull, { github: { git } }) => {
    git('update-ref', '-d', `refs/heads/${pull.head}`)
    git(
      'update-ref',
      'refs/heads/main',
      git('commit-tree', '4b825dc642cb6eb9a060e54bf8d69288fbee4904', '-m', 'Empty'),
    )
    pull.state = 'closed'
  })
  expect(ended.outputs).toMatchObject({ status: 'failed', reason: 'branch-moved' })
  expect(report).toMatch(
    /^❌ #8 was not updated: .* it was deleted, and main has other changes of hello\.txt\./,
  )
  expect(report).toContain('restore its branch, reopen it, and comment `/prentice retry` on it.')
  expect(report).not.toContain('Resolve the conflict')
})

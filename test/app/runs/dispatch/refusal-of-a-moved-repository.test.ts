import { expect, test } from 'vitest'
import { GithubRefused } from '../../../../src/app/github/errors.ts'
import type { Project } from '../../../../src/app/projects/project.ts'
import { classifyRefusal, transferred } from '../../../../src/app/runs/classify-refusal.ts'
import { type Reason, type ReasonCode, reason } from '../../../../src/contract/reasons.ts'

const GONE = reason('repository-gone', 'not found')
const THERE = { owner: 'new', name: 'docs' } as Project

type Moved = Awaited<ReturnType<Parameters<typeof classifyRefusal>[0]['projects']['findMoved']>>

async function classify(
  refusal: Reason,
  followed: Moved | Error,
  { state = 'running', known = [THERE] as readonly (Project | null)[] } = {},
) {
  const calls: string[] = []
  const left = [...known]
  const projects = {
    load: async () => {
      calls.push('load')
      return left.length > 1 ? (left.shift() ?? null) : (left[0] ?? null)
    },
    findMoved: async () => {
      calls.push('find')
      if (followed instanceof Error) throw followed
      return followed
    },
  }
  return { why: await classifyRefusal({ projects }, 'prj_ya', { state } as never, refusal), calls }
}

test.each<[string, Moved | Error, string, Reason | null]>([
  ['was deleted', { kind: 'deleted' }, 'running', reason('repository-gone', 'it was deleted')],
  ['is lost', { kind: 'lost' }, 'running', GONE],
  ['is where it was', { kind: 'here' }, 'running', GONE],
  [
    'is at an account that is not served',
    { kind: 'out-of-reach', to: 'new/docs' },
    'running',
    reason('repository-transferred', 'it is new/docs, and this server does not serve that account'),
  ],
  ['has a new installation', { kind: 'installed-anew' }, 'running', null],
  ['has moved', { kind: 'moved' }, 'running', reason('repository-transferred', 'it is new/docs')],
  ['has moved after the result', { kind: 'moved' }, 'delivered', null],
  [
    'refuses at its new place',
    new GithubRefused(reason('app-suspended')),
    'running',
    reason('app-suspended'),
  ],
])('a repository that %s', async (_, followed, state, expected) => {
  expect((await classify(GONE, followed, { state })).why).toEqual(expected)
})

test('an outage while it is looked for is no reason', async () => {
  await expect(classify(GONE, new Error('broken off'))).rejects.toThrow('broken off')
})

test.each<[ReasonCode, readonly string[]]>([
  ['repository-gone', ['load', 'find']],
  ['app-uninstalled', ['load', 'find']],
  ['repository-transferred', ['load', 'find']],
  ['app-suspended', []],
  ['permission-missing', []],
])('after %s, the repository is looked for: %j', async (code, calls) => {
  const refusal = reason(code, 'x')
  expect(await classify(refusal, { kind: 'lost' })).toEqual({ why: refusal, calls })
})

test('without a project there is nothing to look for', async () => {
  expect(await classify(GONE, { kind: 'moved' }, { known: [null] })).toEqual({ why: GONE, calls: ['load'] })
})

test('a repository that is gone after it moved is told as such', async () => {
  const { why } = await classify(GONE, { kind: 'moved' }, { known: [THERE, null] })
  expect(why).toEqual(reason('repository-transferred', 'it no longer exists'))
  expect(transferred(null)).toEqual(reason('repository-transferred', 'it no longer exists'))
})

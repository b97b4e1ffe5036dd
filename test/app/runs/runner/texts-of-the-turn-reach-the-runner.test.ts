import { describe, expect, test } from 'vitest'
import { GithubRefused, GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { loadProject } from '../../../../src/app/projects/project.ts'
import { assignedIssue, attachedTo } from '../../../../src/app/runs/assignment/turn-texts.ts'
import { readBaseHead } from '../../../../src/app/runs/claim-run.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { changeProject, dispatched } from './dispatched-run.ts'

const ON_ISSUE = { kind: 'github', id: 5, login: 'ann', issue: 12, via: 'comment', source: 1 } as const

describe('the issue of a job', () => {
  const issue = { title: 'Typo', body: 'Here', author: 'ann' }

  test.each([
    ['asked for on an issue', ON_ISSUE, { issue }, { issue: { number: 12, text: issue } }],
    ['of which no text was kept', ON_ISSUE, {}, { issue: { number: 12 } }],
    ['asked for on a pull request', { ...ON_ISSUE, onPullRequest: true as const }, { issue }, {}],
    ['asked for over HTTP', { kind: 'key', id: 'k', name: 'ci' } as const, {}, {}],
  ])('%s', async (_, origin, more, expected) => {
    const { job } = await dispatched()
    const first = { text: 'x', at: 0, ...more }
    expect(assignedIssue({ ...(await job()), origin }, first)).toStrictEqual(expected)
  })
})

test('the runner gets the material of its turn, and the sources of all turns', async () => {
  const { run } = await (await dispatched()).job()
  const attached = (n: number) => ({
    material: [{ of: `diff ${n}`, text: 'x' }],
    sources: [
      { repository: 'acme/api', number: n, url: `https://github.com/acme/api/pull/${n}`, title: 'x' },
    ],
  })
  const messages = [1, 2, 3].map((number) => ({
    ...{ number, message: { text: 'x', at: 0, ...(number < 3 && { attached: attached(number) }) } },
  }))
  const more = [{ of: 'the issue acme/api#9', text: 'y' }]
  const of = (first: number, isSupported = true) =>
    attachedTo(messages, { ...run, first }, { more, isSupported })
  const sources = [...attached(1).sources, ...attached(2).sources]
  expect(of(2)).toStrictEqual({ material: [...attached(2).material, ...more], sources })
  expect(of(3)).toStrictEqual({ material: more, sources })
  expect(of(1, false)).toStrictEqual({ sources })
  expect(attachedTo([], run, { more: [], isSupported: true })).toStrictEqual({})
})

describe('the head of the base at the claim', () => {
  const HEAD = 'b'.repeat(40)
  const update = { text: 'x', at: 0, update: true } as const

  const read = async (texts: object[], answer: () => Promise<string | null>, changes: object = {}) => {
    const { world, job } = await dispatched()
    await changeProject(world, changes)
    const asked: string[] = []
    const github = {
      ...world.github,
      readBranchHead: (_: unknown, branch: string) => {
        asked.push(branch)
        return answer()
      },
    }
    const messages = texts.map((one, at) => ({ number: at + 1, message: { text: 'x', at: 0, ...one } }))
    const project = await loadProject(world.store, 'prj_ya')
    return { head: await readBaseHead({ ...world, github }, await job(), { project, messages }), asked }
  }

  test('is read for a turn that merges the base, whatever else it does', async () => {
    const answer = async () => HEAD
    expect(await read([update, {}], answer)).toEqual({ head: HEAD, asked: ['main'] })
    expect(await read([{}], answer)).toEqual({ head: null, asked: [] })
    expect(await read([update], answer, { installationId: null })).toEqual({ head: null, asked: [] })
  })

  test('is unknown if GitHub refuses it, and the claim is repeated if GitHub does not answer', async () => {
    const refuse = () => Promise.reject(new GithubRefused(reason('app-suspended')))
    expect((await read([update], refuse)).head).toBeNull()
    const fail = () => Promise.reject(new GithubUnavailable('502', 0))
    await expect(read([update], fail)).rejects.toThrow(GithubUnavailable)
  })
})

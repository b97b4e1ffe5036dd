import { expect, test } from 'vitest'
import { GithubRefused } from '../../../../src/app/github/errors.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import type { Installation } from '../../../../src/app/github/repository.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { classifyRefusal, transferred } from '../../../../src/app/runs/classify-refusal.ts'
import { type Reason, type ReasonCode, reason } from '../../../../src/contract/reasons.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const GONE = reason('repository-gone', 'not found')
const PROJECT = projectKeys.record('prj_ya')

/** Where GitHub shows the repository. */
type Place = 'deleted' | 'lost' | 'here' | 'not served' | 'installed anew' | 'moved'

const ACCOUNT = { id: 77, login: 'acme' }
const OTHER = { id: 88, login: 'new' }
const INSTALLATIONS: Partial<Record<Place, Pick<Installation, 'id' | 'account'>>> = {
  here: { id: 1, account: ACCOUNT },
  'not served': { id: 2, account: OTHER },
  'installed anew': { id: 2, account: ACCOUNT },
  moved: { id: 2, account: OTHER },
}

async function classify(
  refusal: Reason,
  found: Place | Error,
  { state = 'running', isKnown = true, isGoneAfterwards = false } = {},
) {
  const calls: string[] = []
  const github: Partial<Github> = {
    async findInstallation() {
      calls.push('find')
      if (found instanceof Error) throw found
      const installation = INSTALLATIONS[found]
      return installation === undefined ? null : { ...installation, suspended: false, permissions: {} }
    },
    wasDeleted: async () => found === 'deleted',
    readRepository: async ({ id, name }) => ({
      ...{ id, name, owner: OTHER, private: true, archived: false },
      ...{ defaultBranch: 'main', url: 'https://github.com/new/docs' },
    }),
  }
  const isAllowed = () => found !== 'not served'
  const world = await useCases(dispatchingGithub([], github), { isAllowed })
  const { get, commit } = world.store
  if (!isKnown) await commit({ del: [PROJECT] })
  world.store.get = async (key) => {
    if (key === PROJECT && !calls.includes('find')) calls.push('load')
    return get(key)
  }
  if (isGoneAfterwards)
    world.store.commit = async (changes) => {
      const isDone = await commit(changes)
      if (changes.set?.some(({ key }) => key === PROJECT)) await commit({ del: [PROJECT] })
      return isDone
    }
  const judged = await classifyRefusal(world, 'prj_ya', { state } as never, { reason: refusal, status: null })
  return { why: judged.kind === 'failed' ? judged.reason : judged.kind === 'moved' ? null : judged, calls }
}

test.each<[string, Place | Error, string, Reason | null]>([
  ['was deleted', 'deleted', 'running', reason('repository-gone', 'it was deleted')],
  ['is lost', 'lost', 'running', GONE],
  ['is where it was', 'here', 'running', GONE],
  [
    'is at an account that is not served',
    'not served',
    'running',
    reason('repository-transferred', 'it is new/docs, and this server does not serve that account'),
  ],
  ['has a new installation', 'installed anew', 'running', null],
  ['has moved', 'moved', 'running', reason('repository-transferred', 'it is new/docs')],
  ['has moved after the result', 'moved', 'delivered', null],
  [
    'refuses at its new place',
    new GithubRefused(reason('app-suspended')),
    'running',
    reason('app-suspended'),
  ],
])('a refusal by a repository that %s has the right reason', async (_, followed, state, expected) => {
  expect((await classify(GONE, followed, { state })).why).toEqual(expected)
})

test('an outage during the search is no reason', async () => {
  await expect(classify(GONE, new Error('broken off'))).rejects.toThrow('broken off')
})

test.each<[ReasonCode, readonly string[]]>([
  ['repository-gone', ['load', 'find']],
  ['app-uninstalled', ['load', 'find']],
  ['repository-transferred', ['load', 'find']],
  ['app-suspended', ['load']],
  ['permission-missing', ['load']],
])('after %s, these are asked about the repository: %j', async (code, calls) => {
  const refusal = reason(code, 'x')
  expect(await classify(refusal, 'lost')).toEqual({ why: refusal, calls })
})

test('nothing is searched for a run without a project', async () => {
  expect(await classify(GONE, 'moved', { isKnown: false })).toEqual({ why: GONE, calls: ['load'] })
})

test('the reason says that a repository is gone after it moved', async () => {
  const { why } = await classify(GONE, 'moved', { isGoneAfterwards: true })
  expect(why).toEqual(reason('repository-transferred', 'it no longer exists'))
  expect(transferred(null)).toEqual(reason('repository-transferred', 'it no longer exists'))
})

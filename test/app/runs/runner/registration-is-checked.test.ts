import { describe, expect, test } from 'vitest'
import { parseRunId } from '../../../../src/app/domain/run-id.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import { holdKeys } from '../../../../src/app/limits/hold.ts'
import { refuseRegister, registerRun } from '../../../../src/app/runs/register-run.ts'
import { identity } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { changeProject, refused } from './dispatched-run.ts'

describe('a registration', () => {
  const request = { protocol: 1, prompt: 'By hand' }
  const byHand = identity({ actorId: 5, actor: 'ann', workflowRunId: 500 })
  const open = async (over: Partial<Github> = {}) => {
    const world = await useCases(dispatchingGithub([], over))
    return { ...world, world }
  }

  test('creates a dispatched job of the person who started the workflow', async () => {
    const deps = await open()
    const registered = await registerRun(deps, byHand, {
      ...request,
      ref: 'next',
      model: 'anthropic/y',
      draft: true,
    })
    if (registered.kind !== 'registered') throw new Error(registered.kind)
    expect(parseRunId(registered.run)).toEqual({ project: 'prj_ya', job: registered.job, run: 1 })
    expect(await deps.world.job(registered.job)).toMatchObject({
      ...{ base: 'next', model: 'anthropic/y', draft: true },
      origin: { kind: 'actor', id: 5, login: 'ann' },
      run: {
        state: 'dispatched',
        workflowRunId: 500,
        workflowRunUrl: 'https://github.com/acme/docs/actions/runs/500',
        base: 'next',
        dueAt: deps.world.clock.at + 120_000,
        workflow: { repositoryId: 1234, ownerId: 77, file: 'prentice.yml', branch: 'main', actorId: 5 },
      },
    })
  })

  test('without options takes the defaults, and is the same when it is repeated', async () => {
    const deps = await open()
    const registered = await registerRun(deps, byHand, request)
    expect(await registerRun(deps, byHand, request)).toEqual(registered)
    if (registered.kind !== 'registered') throw new Error(registered.kind)
    expect(await deps.world.job(registered.job)).toMatchObject({
      ...{ base: null, model: 'anthropic/x', draft: null },
      run: { base: 'main' },
    })
    expect(await registerRun(deps, byHand, { ...request, prompt: 'Another' })).toEqual(
      refused('registered-before', 'this workflow run has already registered another job'),
    )
  })

  test('is refused before anything is read from GitHub', async () => {
    const deps = await open({
      readDefaultHead: async () => {
        throw new Error('GitHub was asked')
      },
    })
    const wrong = identity({ ...byHand, eventName: 'push' })
    expect(await refuseRegister(deps, wrong)).toEqual(
      refused('wrong-workflow-run', /^this workflow run may not start a job: /),
    )
    expect(await registerRun(deps, wrong, request)).toMatchObject({ why: 'wrong-workflow-run' })
    const stranger = identity({ ...byHand, repositoryId: 99 })
    const install =
      'the GitHub App is not installed on this repository: install it, then run the workflow again'
    expect(await refuseRegister(deps, stranger)).toEqual(refused('app-not-installed', install))
    expect(await registerRun(deps, stranger, request)).toEqual(refused('app-not-installed', install))
    expect(await refuseRegister(deps, byHand)).toBeNull()
    await changeProject(deps.world, { installationId: null })
    expect(await registerRun(deps, byHand, request)).toEqual(refused('app-not-installed', install))
  })

  test.each([
    ['account', '77', null, 'the operator has paused work for acme'],
    ['account', '77', 'an audit', 'the operator has paused work for acme (an audit)'],
    ['project', 'prj_ya', null, 'the operator has paused work for acme/docs'],
  ] as const)(
    'of a paused %s is refused with the reason of the operator',
    async (scope, id, why, message) => {
      const deps = await open()
      const hold = { heldAt: 1, releasedAt: null, by: 'op', why }
      const key = holdKeys.of(scope, id)
      await deps.store.commit({ set: [{ key, value: JSON.stringify(hold) }] })
      const paused = { ...refused('paused', message), reason: 'paused' }
      expect(await refuseRegister(deps, byHand)).toEqual(paused)
      expect(await registerRun(deps, byHand, request)).toEqual(paused)
      await deps.store.commit({ set: [{ key, value: JSON.stringify({ ...hold, releasedAt: 2 }) }] })
      expect(await refuseRegister(deps, byHand)).toBeNull()
    },
  )

  test('over the rate limit is refused like any other request for work', async () => {
    const deps = { ...(await open()), rateLimit: 1 }
    expect(await registerRun(deps, byHand, request)).toMatchObject({ kind: 'registered' })
    const next = { ...byHand, workflowRunId: 501 }
    expect(await registerRun(deps, next, request)).toMatchObject({ kind: 'rate-limited' })
  })

  test('from a branch that is not the default one is refused', async () => {
    const deps = await open()
    const ref = 'refs/heads/other'
    const workflowRef = byHand.workflowRef.replace('main', 'other')
    const other = { ...byHand, ref, workflowRef, jobWorkflowRef: workflowRef }
    expect(await refuseRegister(deps, other)).toBeNull()
    expect(await registerRun(deps, other, request)).toEqual(
      refused('wrong-workflow-run', /^this workflow run may not start a job: .*other/),
    )
  })

  test('from another owner looks where the repository is now', async () => {
    const looked: string[] = []
    const deps = await open({
      findInstallation: async (owner, name) => {
        looked.push(`${owner}/${name}`)
        return null
      },
    })
    await registerRun(deps, { ...byHand, repositoryOwnerId: 78 }, request)
    expect(looked).toEqual(['acme/docs'])
    await registerRun(deps, byHand, request)
    expect(looked).toEqual(['acme/docs'])
  })
})

import { describe, expect, test } from 'vitest'
import { GithubRefused } from '../../../../src/app/github/errors.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { issuePushToken } from '../../../../src/app/runs/push-token.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { claimedRun, claimJob, identity, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { changeProject, OTHER, refused } from '../runner/dispatched-run.ts'

describe('a push token', () => {
  const ASKED = { prompt: 'why?', ref: null, model: null, draft: null }
  const asked = { acknowledged: 1, plan: { files: 1, bytes: 1 } } as never
  const open = async (over: Partial<Github> = {}) => {
    const revoked: string[] = []
    let minted = 0
    const github = dispatchingGithub([], {
      mintPushToken: async () => ({ token: `ghs_${++minted}`, owner: 'acme', name: 'docs' }) as never,
      revokeToken: async (token) => void revoked.push(token),
      ...over,
    })
    const world = await useCases(github)
    const claimed = await claimedRun(world)
    const issue = (who = identity(), secret = SECRET) =>
      issuePushToken(world, who, claimed.run, secret, asked)
    return { world, ...claimed, issue, revoked }
  }

  test('is issued to the runner that claimed the run, and a second one replaces it', async () => {
    const { world, issue, revoked, job } = await open()
    expect(await issue()).toMatchObject({ kind: 'issued', token: 'ghs_1' })
    expect((await job()).run).toMatchObject({ state: 'publishing', dueAt: world.clock.at + 90_000 })
    expect(revoked).toEqual([])
    expect(await issue()).toMatchObject({ kind: 'issued', token: 'ghs_2' })
    expect(revoked).toEqual(['ghs_1'])
    expect(world.tokenCipher.decrypt((await job()).run.encryptedToken ?? '')).toBe('ghs_2')
  })

  test('is refused to others', async () => {
    const { run, issue } = await open()
    expect(await issue(identity(), OTHER)).toMatchObject({ why: 'wrong-secret' })
    expect(await issue(identity({ workflowRunId: 5 }))).toEqual(
      refused('wrong-workflow-run', new RegExp(`^this is not the workflow run that claimed ${run}: .*5`)),
    )
  })

  test('is refused to a run with a mode, which publishes nothing', async () => {
    const minted: string[] = []
    const github = dispatchingGithub([], {
      mintPushToken: async () => {
        minted.push('ghs_1')
        return { token: 'ghs_1', owner: 'acme', name: 'docs' } as never
      },
    })
    const world = await useCases(github)
    const created = await createJob(world, { ...(await world.workRequest()), ...ASKED, mode: 'ask' })
    if (created.kind !== 'accepted') throw new Error(created.kind)
    const { run } = await claimJob(world, created.id)
    expect(await issuePushToken(world, identity(), run, SECRET, asked)).toEqual(
      refused('only-reads', `run ${run} publishes nothing: its mode is ask`),
    )
    expect(minted).toEqual([])
  })

  test('is refused after the result, and after the end', async () => {
    const { world, key, run, issue } = await open()
    const words = { acknowledged: 1, summary: null, usage: null }
    await recordResult(world, run, SECRET, { ...words, outcome: 'no-change', headSha: null })
    expect(await issue()).toEqual(refused('run-ended', `run ${run} is delivered`))
    await cancelJob(world, key, A_TEST)
    expect(await issue()).toEqual(refused('run-ended', `run ${run} is cancelled`))
  })

  test('of a repository that changed hands ends the run', async () => {
    const { issue, job } = await open()
    expect(await issue(identity({ repositoryOwnerId: 78 }))).toMatchObject({ why: 'run-ended' })
    expect((await job()).run.reason?.code).toBe('repository-transferred')
  })

  test('is refused with the reason that GitHub gives', async () => {
    const { issue } = await open({
      mintPushToken: async () => {
        throw new GithubRefused(reason('permission-missing', 'contents'))
      },
    })
    const failure = await issue().catch((error: unknown) => error)
    expect(failure).toMatchObject({ reason: reason('permission-missing', 'contents') })
  })

  test('is revoked if the run ended while it was minted', async () => {
    let end = async () => {}
    const { world, key, issue, revoked } = await open({
      mintPushToken: async () => {
        await end()
        return { token: 'ghs_late', owner: 'acme', name: 'docs' } as never
      },
    })
    end = async () => void (await cancelJob(world, key, A_TEST))
    expect(await issue()).toMatchObject({ kind: 'refused', why: 'run-ended' })
    expect(revoked).toEqual(['ghs_late'])
  })

  test('without an installation counts as a refusal of GitHub', async () => {
    const { world, issue } = await open()
    await changeProject(world, { installationId: null })
    const failure = await issue().catch((error: unknown) => error)
    expect(failure).toMatchObject({ reason: { code: 'app-uninstalled' } })
  })
})

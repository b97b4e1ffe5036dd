import { describe, expect, test } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { GithubRefused } from '../../../../src/app/github/errors.ts'
import { messageWrite } from '../../../../src/app/job-store/messages.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import type { Assignment } from '../../../../src/contract/runner-protocol/assignment.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { identity, SECRET, type UseCases } from '../../../support/app/claimed-run.ts'
import { changeProject, dispatched } from './dispatched-run.ts'

describe('an assignment', () => {
  const assign = async (
    world: UseCases,
    id: string,
    claimant = { isPublic: false, allowsSetup: true },
  ): Promise<Assignment> =>
    buildAssignment(world, { project: 'prj_ya', job: id, run: 1 }, await world.job(id), claimant)

  test('holds everything that the runner needs', async () => {
    const { world, key, run } = await dispatched({}, 'the prompt')
    expect(await assign(world, key.job)).toEqual({
      features: expect.arrayContaining(['checks']),
      run,
      job: key.job,
      number: 1,
      repository: {
        id: 1234,
        owner: 'acme',
        name: 'docs',
        url: 'https://github.com/acme/docs',
        private: true,
      },
      base: 'main',
      baseFrom: 'default-branch',
      defaultBranch: 'main',
      branch: expect.stringMatching(/^prentice\//),
      pullRequest: null,
      prompts: [{ number: 1, text: 'the prompt' }],
      earlier: [],
      commentCommand: '/prentice',
      model: 'anthropic/x',
      draft: false,
      limits: { steps: 100, seconds: 1800, costUsd: 5, tokens: expect.any(Number) },
      rules: {
        ...{ allowedPaths: [], unprotectedPaths: [], maxFiles: 200, maxBytes: 5_000_000 },
        protectedPaths: expect.arrayContaining(['AGENTS.md']),
      },
      instructions: [],
      commands: { setup: [] },
      author: { name: 'prentice[bot]', email: '41+x@y' },
      coAuthor: null,
      showPrompt: true,
      fetchToken: 'ghs_read',
    })
  })

  test('lets the agent run commands unless the settings forbid it, with their setup where that may run', async () => {
    const read = async (text: string, allowsSetup = true) => {
      const settings = [{ path: '.github/prentice.yml', text }]
      const { world, key } = await dispatched({
        readProjectFiles: async () => ({ settings, instructions: [] }),
      })
      return (await assign(world, key.job, { isPublic: false, allowsSetup })).commands
    }
    const setup = [{ name: 'npm ci', run: 'npm ci', seconds: 600 }]
    expect(await read('setup: [npm ci]')).toEqual({ setup })
    expect(await read('setup: [npm ci]', false)).toEqual({ setup: [] })
    expect(await read('commands: off')).toBeUndefined()
  })

  test('names the folder and the files of the job, else the folder of the settings', async () => {
    const settings = [{ path: '.github/prentice.yml', text: 'working-directory: web\n' }]
    const { world, key } = await dispatched({
      readProjectFiles: async () => ({ settings, instructions: [] }),
    })
    const plain = await assign(world, key.job)
    expect([plain.workingDirectory, plain.rules.files]).toEqual(['web', undefined])
    const job = { ...(await world.job(key.job)), workingDirectory: 'api', files: ['api/a.ts'] }
    const named = await buildAssignment(world, key, job, { isPublic: false, allowsSetup: true })
    expect([named.workingDirectory, named.rules.files]).toEqual(['api', ['api/a.ts']])
  })

  test('names no command for comments if the settings switch them off', async () => {
    const settings = [{ path: '.github/prentice.yml', text: 'triggers: { comments: false }\n' }]
    const { world, key } = await dispatched({
      readProjectFiles: async () => ({ settings, instructions: [] }),
    })
    expect(await assign(world, key.job)).not.toHaveProperty('commentCommand')
  })

  test('says where the base comes from', async () => {
    const settings = [{ path: '.github/prentice.yml', text: 'base: next\neffort: low\n' }]
    const { world, key } = await dispatched({
      readProjectFiles: async () => ({ settings, instructions: [] }),
    })
    expect(await assign(world, key.job)).toMatchObject({ base: 'next', baseFrom: 'config', effort: 'low' })
    const job = { ...(await world.job(key.job)), base: 'next' }
    const named = await buildAssignment(world, key, job, { isPublic: false, allowsSetup: true })
    expect(named.baseFrom).toBe('job')
    const retargeted = { ...job, run: { ...job.run, base: 'release' } }
    const assignment = await buildAssignment(world, key, retargeted, { isPublic: false, allowsSetup: true })
    expect(assignment.base).toBe('release')
    expect(assignment).not.toHaveProperty('baseFrom')
  })

  test('shows the prompt on a private repository, and on a public one only if a person or the settings say so', async () => {
    const { world, key } = await dispatched()
    const job = await world.job(key.job)
    const shown = async (isPublic: boolean) =>
      (await buildAssignment(world, key, job, { isPublic, allowsSetup: true })).showPrompt
    expect([await shown(false), await shown(true)]).toEqual([true, false])
    await changeProject(world, { private: false })
    expect([await shown(false), await shown(true)]).toEqual([false, false])
    const origin = { kind: 'actor', id: 5, login: 'ann' } as const
    await world.store.commit({ set: [messageWrite(job.id, 1, { text: 'x', at: 0, origin })] })
    expect([await shown(false), await shown(true)]).toEqual([true, true])
  })

  test('names the person who asked, with the address that GitHub gives them', async () => {
    const { world, key } = await dispatched()
    const origin = { kind: 'actor', id: 5, login: 'ann' } as const
    const job = { ...(await world.job(key.job)), origin }
    const onGithub = { ...origin, kind: 'github', issue: 1, via: 'label', source: null } as const
    const asked = { ...job, origin: onGithub }
    const { coAuthor } = await buildAssignment(world, key, asked, { isPublic: false, allowsSetup: true })
    expect(coAuthor?.name).toBe('ann')
    const coAuthorAt = async (serverUrl: string) =>
      (await buildAssignment({ ...world, serverUrl }, key, job, { isPublic: false, allowsSetup: true }))
        .coAuthor
    expect(await coAuthorAt('https://github.com')).toEqual({
      ...{ name: 'ann', email: '5+ann@users.noreply.github.com' },
    })
    expect(await coAuthorAt('https://git.example:8443')).toEqual({
      ...{ name: 'ann', email: '5+ann@users.noreply.git.example' },
    })
  })

  test('cuts earlier prompts to 4,000 characters', async () => {
    for (const [length, text] of [
      [4000, 'x'.repeat(4000)],
      [4001, `${'x'.repeat(4000)}… (1 characters more)`],
    ] as const) {
      const { world, key, run } = await dispatched({ readBranchHead: async () => null }, 'x'.repeat(length))
      await claimRun(world, identity(), SECRET, { run, protocol: 1 })
      await cancelJob(world, key, A_TEST)
      await world.message(key.job, 'more')
      await dispatchRun(world, await world.job(key.job))
      const next = { ...key, run: 2 }
      const assignment = await buildAssignment(world, next, await world.job(key.job), {
        isPublic: false,
        allowsSetup: true,
      })
      expect(assignment.earlier).toEqual([
        {
          prompts: [text],
          outcome: expect.stringMatching(/^cancelled: Cancelled by a test\./),
          summary: null,
        },
      ])
      expect(assignment.prompts).toEqual([{ number: 2, text: 'more' }])
    }
  })

  test('is refused without an installation, and impossible for a run that was not dispatched', async () => {
    const { world, key } = await dispatched()
    const job = await world.job(key.job)
    for (const missing of [{ base: null }, { filesSha: null }]) {
      const undispatched = { ...job, run: { ...job.run, ...missing } }
      await expect(
        buildAssignment(world, key, undispatched, { isPublic: false, allowsSetup: true }),
      ).rejects.toThrow(`run ${runId(key)} was not dispatched`)
    }
    await changeProject(world, { installationId: null })
    await expect(assign(world, key.job)).rejects.toBeInstanceOf(GithubRefused)
  })
})

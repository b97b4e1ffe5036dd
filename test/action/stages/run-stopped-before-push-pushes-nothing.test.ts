import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Confidentiality } from '../../../src/action/confidential/confidentiality.ts'
import type { ControlPlane } from '../../../src/action/control-plane/control-plane.ts'
import { readChanges } from '../../../src/action/git/diff/read-changes.ts'
import { openSecrets } from '../../../src/action/secrets/secrets.ts'
import type { AgentWork } from '../../../src/action/stages/agent-work.ts'
import { push, resumePushed } from '../../../src/action/stages/push.ts'
import type { RunContext } from '../../../src/action/stages/run-context.ts'
import { WRITE_TOKEN } from '../../fakes/github/one-repository.ts'
import { AUTHOR, givenRemote, prepared } from '../git/given-remote.ts'
import { RULES } from './publish-case.ts'

const BRANCH = 'prentice/abc'
const words = { title: 'Change', body: '', commitMessage: 'Change\n', files: [] }

/** A run with a change, and `stop`, which may end it when the server has already issued the push token. */
async function givenRun(stop: (controller: AbortController) => void) {
  const { workspace, prepare, inBare, commit } = await givenRemote({ 'a.txt': 'a\n' })
  commit(BRANCH, { 'turn.txt': 'earlier\n' }, 'main')
  const checkout = prepared(await prepare())
  writeFileSync(join(workspace, 'a.txt'), 'b\n')
  const controller = new AbortController()
  const repository = { id: 1, owner: 'o', name: 'r', url: 'https://github.com/o/r', private: true }
  const controlPlane: Partial<ControlPlane> = {
    assignment: {
      ...({ job: 'job_1', branch: BRANCH, author: AUTHOR, coAuthor: null } as ControlPlane['assignment']),
      repository,
      limits: { steps: 1, seconds: 60, costUsd: 1 },
    },
    async getPushAccess() {
      stop(controller)
      return { token: WRITE_TOKEN, repository }
    },
  }
  const job = {
    controlPlane,
    confidentiality: { isOn: false } as Confidentiality,
    signal: controller.signal,
    secrets: openSecrets([], () => {}),
    log: { info: () => {} } as unknown as RunContext['log'],
    now: () => 0,
    claimedAt: 0,
  } as RunContext
  const { tree } = await readChanges(checkout)
  const size = { files: 1, additions: 1, deletions: 1 }
  const planned = { kind: 'publish', words, tree, size } as const
  return {
    push: () => push(job, checkout, { planned, rules: RULES }),
    resume: () => resumePushed(job, checkout, { outcome: words } as unknown as AgentWork),
    head: () => inBare('rev-parse', BRANCH),
  }
}

test('a run that is stopped while the push token is issued pushes nothing', async () => {
  const run = await givenRun((controller) => controller.abort(new Error('stopped')))
  const before = run.head()
  await expect(run.push()).rejects.toThrow('stopped')
  expect(run.head()).toBe(before)
  await expect(run.resume()).rejects.toThrow('stopped')
})

test('a run that is not stopped pushes, and continues with what the branch already holds', async () => {
  const run = await givenRun(() => {})
  const before = run.head()
  expect(await run.resume()).toMatchObject({ headSha: before, token: WRITE_TOKEN })
  const { headSha } = await run.push()
  expect(headSha).not.toBe(before)
  expect(run.head()).toBe(headSha)
})

import { expect, test } from 'vitest'
import type { Assignment } from '../../../../src/contract/runner-protocol/assignment.ts'
import type { Turn } from '../../../fakes/model/wire/scripted-provider.ts'
import { BRANCH, messagesOf, runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, finish, mark, read } from '../../../support/whole-run/wire-world.ts'

const CAN_PARK = { features: ['parked-runs'] } as const satisfies Partial<Assignment>
const assignment = { ...CAN_PARK, features: [...CAN_PARK.features] }

const limited = (seconds: number): Turn => ({
  kind: 'failure',
  status: 429,
  message: 'This request would exceed your rate limit',
  headers: { 'retry-after': String(seconds) },
})

const interrupted = () => runAgent({ script: () => [call(read(), mark(' A')), limited(3600)], assignment })

test('a run whose model has no quota for an hour saves its work and publishes nothing', async () => {
  const { result, app, github, bodies } = await interrupted()
  expect(bodies).toHaveLength(2)
  expect(result).toMatchObject({
    outcome: 'failed',
    reason: { code: 'quota-spent', message: expect.stringContaining('would exceed your rate limit') },
    published: null,
    parking: { seconds: 3600, notes: '- read hello.txt\n- edit hello.txt' },
    usage: { steps: 1 },
  })
  expect(result).not.toHaveProperty('patchDescription')
  expect(app.calls).toEqual(['claim', 'patch', 'result'])
  expect(app.patches[0]).toContain('+Hello, world A!')
  expect(github.pullRequests).toEqual([])
})

test('the next run continues from the patch and is told what was done', async () => {
  const { app: first, result } = await interrupted()
  const notes = result?.outcome === 'failed' ? (result.parking?.notes ?? '') : ''
  const patch = Buffer.from(first.patches[0] ?? '').toString('base64')
  const { bodies, github, run, app } = await runAgent({
    script: () => [call(read(), mark(' B')), finish],
    assignment: { ...assignment, unfinishedWork: { patch, notes } },
  })
  expect(run.code).toBe(0)
  const [told] = messagesOf(bodies[0] ?? '')
  expect(told?.text).toContain('The checkout holds its changes already')
  expect(told?.text).toContain('+Hello, world A!')
  expect(told?.text).toContain('- edit hello.txt')
  expect(github.git('show', `${BRANCH}:hello.txt`)).toBe('Hello, world A B!')
  expect(app.results).toMatchObject([{ outcome: 'published' }])
})

test('a patch that no longer applies is given to the agent to read', async () => {
  const { app: first } = await interrupted()
  const patch = Buffer.from(first.patches[0] ?? '').toString('base64')
  const { bodies, github } = await runAgent({
    files: { 'hello.txt': 'Good morning!\n' },
    script: () => [call(read(), mark(' A')), finish],
    assignment: { ...assignment, unfinishedWork: { patch, notes: '' } },
  })
  expect(messagesOf(bodies[0] ?? '')[0]?.text).toContain('no longer applies to the checkout')
  expect(github.git('show', `${BRANCH}:hello.txt`)).toBe('Good morning A!')
})

test('a run that changed nothing is parked without a patch', async () => {
  const { result, app } = await runAgent({ script: () => [limited(600)], assignment })
  expect(result).toMatchObject({ outcome: 'failed', parking: { seconds: 600, notes: '' } })
  expect(app.calls).toEqual(['claim', 'result'])
})

test('a limit that names no time is retried for a while, and then the run is parked', async () => {
  const { result } = await runAgent({
    script: () => () => ({ kind: 'failure', status: 429, message: 'slow down' }),
    assignment,
    env: { MODEL_PATIENCE_SECONDS: '0.2', MODEL_RETRY_SECONDS: '0.05' },
  })
  expect(result).toMatchObject({ reason: { code: 'quota-spent' }, parking: { seconds: null } })
})

test('an account without credit is reported, and the work becomes a draft', async () => {
  const { result, github } = await runAgent({
    script: () => [
      call(read(), mark(' A')),
      { kind: 'failure', status: 400, message: 'Your credit balance is too low to access the API' },
    ],
    assignment,
  })
  expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'quota-spent' } })
  expect(result).not.toHaveProperty('parking')
  expect(github.pullRequests).toMatchObject([{ draft: true }])
})

test('for a server that cannot park, the work becomes a draft', async () => {
  const { result, github } = await runAgent({ script: () => [call(read(), mark(' A')), limited(3600)] })
  expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'quota-spent' } })
  expect(result).not.toHaveProperty('parking')
  expect(github.pullRequests).toMatchObject([{ draft: true }])
})

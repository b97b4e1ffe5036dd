import { describe, expect, test } from 'vitest'
import { WIRE_FORMATS } from '../../../fakes/model/wire/wire-formats.ts'
import {
  answer,
  BRANCH,
  call,
  expectSoundRequests,
  finish,
  mark,
  openWireWorld,
  read,
  runToItsEnd,
  usageOf,
} from '../../../support/whole-run/wire-world.ts'

const LIMITS = { steps: 20, seconds: 60, costUsd: 5 }

describe.each(WIRE_FORMATS)('$provider', (format) => {
  test('the model is forced to describe its work after the last step', async () => {
    const script = [call(mark('x')), call(read()), finish]
    const world = await openWireWorld({ format, script, limits: { ...LIMITS, steps: 2 } })
    const { code, result, hello, tools } = await runToItsEnd(world, format)
    expect(code).toBe(1)
    expect(result).toMatchObject({
      outcome: 'failed',
      reason: { code: 'step-limit' },
      published: { pullRequest: 7 },
      usage: usageOf(0, 1, 2),
    })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✓ edit', '✓ read', '✓ finish'])
    expect(world.github.pullRequests).toMatchObject([{ title: 'Mark the greeting', draft: true }])
    const forced = world.provider.requests.map(({ body }) => format.read(JSON.parse(body)).forced)
    expect(forced).toEqual([null, null, 'finish'])
  })

  test('a model that cannot be forced to call a tool describes its work in text, in one request', async () => {
    const script = [call(mark('x')), answer({ say: 'Marked, but not read again.' })]
    const world = await openWireWorld({ format, script, limits: { ...LIMITS, steps: 1 } })
    const { result } = await runToItsEnd(world, format)
    expect(result).toMatchObject({
      reason: { code: 'step-limit' },
      usage: usageOf(0, 1),
      summary: 'Marked, but not read again.',
    })
    // The prompt is confidential, and this text answers the person who wrote it.
    expect(world.github.pullRequests).toMatchObject([{ title: 'Change hello.txt', draft: true }])
  })

  test('changes are published although the model cannot describe them', async () => {
    const refused = { kind: 'failure', status: 401, message: 'This key was revoked' } as const
    const world = await openWireWorld({
      format,
      // Made to call a tool, then asked to.
      script: [call(mark('x')), refused, refused],
      limits: { ...LIMITS, steps: 1 },
    })
    const { result, hello, tools } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'step-limit' }, usage: usageOf(0) })
    expect(hello).toBe('Hello, worldx!')
    expect(tools).toEqual(['✓ edit'])
  })

  test('the model is asked to finish if the provider refuses to force a tool call', async () => {
    const message = 'tool_choice forces tool use, which this model cannot do'
    const script = [call(mark('x')), { kind: 'failure', status: 400, message } as const, finish]
    const world = await openWireWorld({ format, script, limits: { ...LIMITS, steps: 1 } })
    const { result } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ reason: { code: 'step-limit' }, usage: usageOf(0, 2) })
    expect(world.github.pullRequests).toMatchObject([{ title: 'Mark the greeting', draft: true }])
    const forced = world.provider.requests.map(({ body }) => format.read(JSON.parse(body)).forced)
    expect(forced).toEqual([null, 'finish', null])
  })

  // What an open model costs is not known.
  test.skipIf(format.provider === 'openai-compatible')('the cost limit ends the run', async () => {
    const script = [call(mark('x')), finish]
    const world = await openWireWorld({ format, script, limits: { ...LIMITS, costUsd: 0.000_01 } })
    const { result, hello } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'cost-limit' }, usage: usageOf(0, 1) })
    expect(hello).toBe('Hello, worldx!')
  })

  test('the time limit ends the run in the middle of an answer', async () => {
    const slow = { ...call(mark('y')), breaks: { after: 3, how: 'stall' } } as const
    const script = [call(mark('x')), slow, finish]
    const world = await openWireWorld({ format, script, limits: { ...LIMITS, seconds: 5 } })
    const { result, hello } = await runToItsEnd(world, format)
    expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'time-limit' } })
    expect(hello).toBe('Hello, worldx!')
  })

  test('a cancellation in the middle of an answer publishes nothing and closes the request to the model', async () => {
    const slow = {
      ...answer({ say: 'Wait.', calls: [mark('y')] }),
      breaks: { after: 4, how: 'stall' },
    } as const
    const world = await openWireWorld({ format, script: [call(mark('x')), slow] })
    const action = world.start()
    await expect.poll(() => world.provider.requests.length).toBe(2)
    action.kill('SIGINT')
    const run = await action.ended
    expect(run.outputs).toMatchObject({ status: 'cancelled', reason: 'cancelled' })
    expect(world.app.results).toMatchObject([{ outcome: 'cancelled' }])
    expect(await world.provider.requests[1]?.isLeft).toBe(true)
    expect(world.github.git('branch', '--format=%(refname:short)')).not.toContain(BRANCH)
    expectSoundRequests(world, format)
  })
})

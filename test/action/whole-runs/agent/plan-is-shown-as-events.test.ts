import { expect, test } from 'vitest'
import { runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, finish, mark, read } from '../../../support/whole-run/wire-world.ts'

const plan = (...items: readonly { text: string; done?: boolean }[]) => ({ name: 'plan', input: { items } })

const plansOf = ({ app }: Awaited<ReturnType<typeof runAgent>>) =>
  app.events
    .flatMap((request) => request.events.map(({ event }) => event))
    .flatMap((event) => (event.type === 'plan' ? [event.items] : []))

test('each version of the plan is an event, and the agent continues', async () => {
  const run = await runAgent({
    script: () => [
      call(plan({ text: 'Read the greeting', done: false }, { text: 'Mark it' }), read()),
      call(mark(' A'), plan({ text: 'Read the greeting', done: true }, { text: 'Mark it', done: true })),
      finish,
    ],
    assignment: { features: ['plan'], showPrompt: true },
  })
  expect(run.result).toMatchObject({ outcome: 'published' })
  expect(plansOf(run)).toEqual([
    [
      { text: 'Read the greeting', done: false },
      { text: 'Mark it', done: false },
    ],
    [
      { text: 'Read the greeting', done: true },
      { text: 'Mark it', done: true },
    ],
  ])
  expect(run.run.log).toContain('Checklist, 2 of 2 done: Read the greeting; Mark it')
})

test('an invalid plan is refused, and a long one is truncated after its secrets are redacted', async () => {
  const key = 'key-of-the-provider-1234567890'
  const long = Array.from({ length: 30 }, (_, n) => ({ text: `${n} ${'x'.repeat(180)} ${key}`, done: false }))
  const run = await runAgent({
    script: () => [
      call({ name: 'plan', input: { items: [] } }),
      call(plan(...long)),
      call(read(), mark('A')),
      finish,
    ],
    assignment: { features: ['plan'] },
  })
  expect(run.bodies[1]).toContain('The call of plan is not valid.')
  const [items = []] = plansOf(run)
  expect(items).toHaveLength(20)
  expect(items[0]?.text).toHaveLength(186)
  expect(JSON.stringify(items)).not.toContain('key-of')
})

test('the tool is not offered to a server that does not know plans', async () => {
  const run = await runAgent({ script: () => [call(plan({ text: 'a' })), call(read(), mark('A')), finish] })
  expect(run.bodies[0]).not.toContain('"name":"plan"')
  expect(run.bodies[1]).toContain('There is no such tool.')
  expect(plansOf(run)).toEqual([])
})

test('the plan of an interrupted run is for the agent of the next one', async () => {
  const { result } = await runAgent({
    script: () => [
      call(read(), mark(' A'), plan({ text: 'Mark it', done: true }, { text: 'Sign it', done: false })),
      { kind: 'failure', status: 429, message: 'slow down', headers: { 'retry-after': '3600' } },
    ],
    assignment: { features: ['plan', 'parked-runs'] },
  })
  expect(result).toMatchObject({
    parking: {
      notes: expect.stringMatching(
        /- edit hello\.txt\n- plan\n\nChecklist:\n- \[x\] Mark it\n- \[ \] Sign it$/,
      ),
    },
  })
})

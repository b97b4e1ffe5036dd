import { expect, test } from 'vitest'
import { BRANCH, runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, finish, mark } from '../../../support/whole-run/wire-world.ts'

const write = (path: string, text: string) => ({ name: 'write', input: { path, text } })

test('a conflict marker and a placeholder are each sent back once', async () => {
  const { result, bodies, github } = await runAgent({
    script: () => [
      call(
        write('a.txt', '<<<<<<< HEAD\n'),
        write('b.ts', '[removed from this conversation to save room]\n'),
      ),
      finish,
      finish,
    ],
  })
  expect(bodies).toHaveLength(3)
  expect(bodies[2]).toContain('a.txt:1 conflict-marker')
  expect(bodies[2]).toContain('b.ts:1 placeholder')
  expect(result).toMatchObject({ outcome: 'published' })
  expect(github.git('show', `${BRANCH}:a.txt`)).toBe('<<<<<<< HEAD')
})

test('an empty diff is sent back once', async () => {
  const { result, bodies } = await runAgent({ script: () => [finish, finish] })
  expect(bodies[1]).toMatch(/Not finished yet\.[^"]*no_change/)
  expect(result).toMatchObject({ outcome: 'no-change' })
})

test('a change whose size the model does not know is sent back', async () => {
  const both = call(mark('x'), {
    name: 'finish',
    input: { title: 'T', body: 'B', commit_message: 'T', summary: 'S' },
  })
  const { result, bodies } = await runAgent({ script: () => [both, finish] })
  expect(bodies[1]).toMatch(/Look at the stat of your diff below.*hello\.txt/)
  expect(result).toMatchObject({ outcome: 'published' })
})

test('a change that would be refused is sent back with the reason and a fix', async () => {
  const key = `sk-ant-api03-${'xV9qL2mZ7tR4wN8c'.repeat(2)}`
  const { result, bodies, github } = await runAgent({
    script: () => [
      call(write('config.txt', `key = ${key}\n`)),
      finish,
      call(write('config.txt', 'key = $KEY\n')),
      finish,
    ],
  })
  expect(bodies[2]).toMatch(
    /cannot be published as it is\. It contains what looks like a secret: replace that/,
  )
  expect(bodies[2]).toContain('an Anthropic key in config.txt, line 1')
  expect(result).toMatchObject({ outcome: 'published' })
  expect(github.git('show', `${BRANCH}:config.txt`)).toBe('key = $KEY')
})

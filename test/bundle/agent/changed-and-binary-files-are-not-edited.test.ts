import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BRANCH, runAgent } from '../support/agent-run.ts'
import { call, finish, mark, read } from '../support/wire-world.ts'

test('what changed since it was read is left alone until it is read again', async () => {
  const { bodies, github } = await runAgent({
    script: ({ workTree }) => {
      const turns = [call(read()), call(mark('x')), call(read()), call(mark('y')), finish]
      return (_, index) => {
        if (index === 1) writeFileSync(join(workTree, 'hello.txt'), 'Hello, you!\n')
        return turns[index] ?? finish
      }
    },
  })
  expect(bodies[2]).toContain('hello.txt has changed since you read it, and not by you.')
  expect(github.git('show', `${BRANCH}:hello.txt`)).toBe('Hello, youy!')
})

test('what is not UTF-8 is neither read nor edited', async () => {
  const latin = Buffer.from('Gr\u00fc\u00dfe!\n', 'latin1')
  const { bodies, result } = await runAgent({
    script:
      ({ workTree }) =>
      (_, index) => {
        if (index === 0) writeFileSync(join(workTree, 'hello.txt'), latin)
        return index === 0
          ? call(read(), mark('x'))
          : call({ name: 'finish', input: { title: 'T', body: '', commit_message: 'T', summary: 'S' } })
      },
  })
  expect(bodies[1]?.match(/hello\.txt is not valid UTF-8/g)).toHaveLength(2)
  expect(result).toMatchObject({ outcome: 'published' })
})

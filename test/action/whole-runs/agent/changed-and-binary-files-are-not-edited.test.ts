import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BRANCH, runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, finish, mark, read } from '../../../support/whole-run/wire-world.ts'

test('a file that changed since the model read it is not edited until the model reads it again', async () => {
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

test('a binary file is neither read nor edited', async () => {
  const binary = Buffer.from('Hello\0!\n')
  const { bodies, result } = await runAgent({
    script:
      ({ workTree }) =>
      (_, index) => {
        if (index === 0) writeFileSync(join(workTree, 'hello.txt'), binary)
        return index === 0
          ? call(read(), mark('x'))
          : call({ name: 'finish', input: { title: 'T', body: '', commit_message: 'T', summary: 'S' } })
      },
  })
  expect(bodies[1]?.match(/hello\.txt is a binary file/g)).toHaveLength(2)
  expect(result).toMatchObject({ outcome: 'published' })
})

test('a file keeps its encoding when it is edited', async () => {
  const { bodies, github } = await runAgent({
    script: ({ workTree }) => {
      const turns = [call(read()), call(mark('ü')), finish]
      return (_, index) => {
        if (index === 0) writeFileSync(join(workTree, 'hello.txt'), Buffer.from('Grüße!\n', 'latin1'))
        return turns[index] ?? finish
      }
    },
  })
  expect(bodies[1]).toContain('Grüße!')
  const published = Buffer.from('Grüßeü!\n', 'latin1')
  expect(github.git('rev-parse', `${BRANCH}:hello.txt`)).toBe(blobId(published))
})

const blobId = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

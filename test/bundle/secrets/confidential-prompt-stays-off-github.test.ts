import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import type { Call, World } from '../../support/whole-run/scene.ts'
import { openWorld } from '../support/bundle-world.ts'

const PROMPT = 'Our customer Acme Corp wants to be greeted as the moon.'
const MESSAGE = 'And keep the name of their new office in Lisbon quiet.'
const assignment = { prompts: [{ number: 1, text: PROMPT }] }

const repeated = [
  { tool: 'search', input: { pattern: PROMPT } },
  { tool: 'list', input: { pattern: PROMPT } },
  { tool: 'read', input: { path: PROMPT } },
  { tool: PROMPT.replaceAll(/\W/g, '_').slice(0, 60), input: {} },
  greetTheMoon,
]
const quoting = finish({
  title: PROMPT,
  body: `> ${PROMPT.replace('Corp ', 'Corp\n> ')}\n\n${MESSAGE}\n\nGreets the moon.`,
  commit_message: `${PROMPT}\n\n${MESSAGE}`,
})

function everythingOn(
  github: World['github'],
  run: { log: string; summary: string; outputs: object },
): string {
  const commits = github.git('log', '--all', '--format=%B', '--patch')
  return [run.log, run.summary, JSON.stringify([run.outputs, github.pullRequests]), commits].join('\n')
}

test('a prompt stays off GitHub although the model repeats it in all of its texts', async () => {
  const told = Promise.withResolvers<void>()
  const { start, app, github, model } = await openWorld({
    calls: [...repeated, quoting, quoting],
    app: {
      assignment,
      onEvents(count) {
        told.resolve()
        return { messages: count < 2 ? [{ number: 2, text: MESSAGE }] : [], stop: false }
      },
    },
    answersWhen: (turn) => (turn === repeated.length ? told.promise : undefined),
  })
  const run = await start().ended
  expect(run.outputs).toMatchObject({ status: 'completed' })
  const shown = everythingOn(github, run)
  expect(shown).not.toMatch(/Acme|Lisbon/)
  expect(shown).toContain('Hello, moon!')
  expect(run.log).toMatch(/✓ search\n.*✗ an unknown tool/s)
  expect(github.pullRequests).toMatchObject([{ title: 'Change hello.txt' }])
  expect(github.pullRequests[0]?.body).toContain('Greets the moon.')
  expect(JSON.stringify(model.getRequests()[0]?.body)).toContain('The prompts are confidential.')
  // A later step may publish this file.
  const transcript = await readFile(run.outputs.transcript ?? '', 'utf8')
  expect(transcript).toMatch(/"type":"ended"/)
  expect(transcript).not.toMatch(/Acme|Lisbon|moon/)
  // The caller sees all of it.
  expect(JSON.stringify(app.events)).toContain(`"tool":"search","target":"${PROMPT}"`)
})

test('the name of a refused file stays off GitHub', async () => {
  const { start, app, github } = await openWorld({
    calls: [`${PROMPT}md`, 'second.txt']
      .map((path): Call => ({ tool: 'write', input: { path, text: 'Hello' } }))
      .concat(finish()),
    app: {
      assignment: {
        ...assignment,
        rules: { allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 1, maxBytes: 999 },
      },
    },
  })
  const run = await start().ended
  expect(run.outputs).toMatchObject({ status: 'failed', reason: 'change-too-large' })
  expect(everythingOn(github, run)).not.toContain('Acme')
  expect(app.results).toMatchObject([{ outcome: 'failed' }])
})

test('the answer of the model to the author of the prompt stays off GitHub', async () => {
  const say: Call = { say: 'As you wished, nobody learns of the sale to Contoso.', tool: '', input: {} }
  const { start, app, github } = await openWorld({
    calls: [greetTheMoon, say, say, say],
    app: { assignment },
  })
  const run = await start().ended
  expect(run.outputs).toMatchObject({ status: 'completed' })
  expect(everythingOn(github, run)).not.toContain('Contoso')
  expect(github.pullRequests).toMatchObject([{ title: 'Change hello.txt' }])
  expect(github.git('log', '-1', '--format=%s', 'prentice/x1')).toBe('Change hello.txt')
  expect(app.results).toMatchObject([{ summary: say.say }])
})

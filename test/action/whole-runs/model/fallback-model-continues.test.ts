import { expect, onTestFinished, test } from 'vitest'
import type { AppBehaviour } from '../../../fakes/app/fake-app.ts'
import { anthropicMessages } from '../../../fakes/model/wire/anthropic-messages.ts'
import { openaiResponses } from '../../../fakes/model/wire/openai-responses.ts'
import { startScriptedProvider, type Turn } from '../../../fakes/model/wire/scripted-provider.ts'
import { openScene } from '../../../support/whole-run/scene.ts'
import { startInProcess } from '../../../support/whole-run/start-in-process.ts'
import { call, finish, mark, read } from '../../../support/whole-run/wire-world.ts'

const OVERLOADED: Turn = { kind: 'failure', status: 529, message: 'Overloaded' }
const KEY = 'key-of-the-first-1234567890'
const OTHER_KEY = 'key-of-the-other-1234567890'

/** The first model makes a change and goes down; the other would finish. */
async function runTwo(given: {
  readonly assignment?: AppBehaviour['assignment']
  readonly env?: Readonly<Record<string, string>>
  readonly inputs?: Readonly<Record<string, string>>
  readonly first?: readonly Turn[]
}) {
  const { app, github, start } = await openScene(startInProcess, {
    app: {
      assignment: {
        model: anthropicMessages.model,
        fallbackModels: [openaiResponses.model],
        features: ['fallback-models'],
        showPrompt: true,
        ...given.assignment,
      },
    },
  })
  const first = await startScriptedProvider(
    anthropicMessages,
    given.first ?? [call(read()), call(mark(' 1')), OVERLOADED],
  )
  const other = await startScriptedProvider(openaiResponses, [call(read()), call(mark(' 2')), finish])
  onTestFinished(async () => {
    await Promise.all([first[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
  })
  const run = await start({
    env: {
      ...anthropicMessages.environment(first.origin, KEY),
      ...openaiResponses.environment(other.origin, OTHER_KEY),
      MODEL_PATIENCE_SECONDS: '0',
      ...given.env,
    },
    ...(given.inputs && { inputs: { ...given.inputs } }),
  }).ended
  const events = app.events.flatMap(({ events }) => events.map(({ event }) => event))
  const faults = [...first.requests, ...other.requests].flatMap((request) => request.faults)
  expect(faults).toEqual([])
  return { run, app, github, events, asked: [first.requests.length, other.requests.length], other }
}

test('the work of both models is one pull request, which names them', async () => {
  const { run, app, github, events, asked, other } = await runTwo({})
  expect(asked).toEqual([3, 3])
  expect(github.git('show', 'prentice/x1:hello.txt')).toContain('world 1 2!')
  const line = `${anthropicMessages.model} is not available (529, Overloaded); ${openaiResponses.model} continues`
  expect(run.log).toContain(line)
  expect(events).toContainEqual({
    ...{ type: 'fallback', why: '529, Overloaded' },
    ...{ from: anthropicMessages.model, to: openaiResponses.model },
  })
  const [result] = app.results
  expect(result).toMatchObject({ outcome: 'published' })
  expect(result?.usage?.models?.map(({ model, steps }) => [model, steps])).toEqual([
    [anthropicMessages.model, 2],
    [openaiResponses.model, 3],
  ])
  expect(JSON.stringify(github.pullRequests)).toContain(
    `\`${anthropicMessages.model}\`, then \`${openaiResponses.model}\``,
  )
  expect(run.summary).toContain(openaiResponses.model)
  for (const { body, headers } of other.requests) expect(JSON.stringify([body, headers])).not.toContain(KEY)
  expect(run.log.split('\n').filter((text) => text.includes(OTHER_KEY))).toEqual([`::add-mask::${OTHER_KEY}`])
})

test('an older server gets no event that it does not know', async () => {
  const { events, app } = await runTwo({ assignment: { features: [] } })
  expect(events.map(({ type }) => type)).not.toContain('fallback')
  expect(app.results).toMatchObject([{ outcome: 'published' }])
})

test('a model without credentials is left out, which the log says once', async () => {
  const { run, app, asked } = await runTwo({ env: { OPENAI_API_KEY: '' } })
  expect(asked).toEqual([3, 0])
  expect(run.log.match(/The fallback model openai\/\S+ is left out/g)).toHaveLength(1)
  expect(run.log).toContain('OPENAI_API_KEY is not set')
  expect(app.results).toMatchObject([{ outcome: 'failed', reason: { code: 'model-failed' } }])
})

test('the first of the others works where the model of the job has no credentials', async () => {
  const { app, asked } = await runTwo({ env: { ANTHROPIC_API_KEY: '' } })
  expect(asked).toEqual([0, 3])
  expect(app.results).toMatchObject([
    { outcome: 'published', usage: { models: [{ model: openaiResponses.model }] } },
  ])
})

test('without credentials for any of them, the reason names those of the model of the job', async () => {
  const { app } = await runTwo({ env: { ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' } })
  expect(app.results).toMatchObject([
    {
      outcome: 'failed',
      reason: { code: 'model-key-missing', message: expect.stringContaining('ANTHROPIC_API_KEY') },
    },
  ])
})

test('a run that is started by hand asks the server for its fallback models', async () => {
  const inputs = { run: '', prompt: 'Say hello.', 'fallback-models': `${openaiResponses.model}, google/x` }
  const { app, run } = await runTwo({ inputs, assignment: { features: [] } })
  expect(app.registered).toMatchObject([{ fallbackModels: [openaiResponses.model, 'google/x'] }])
  expect(run.log).toContain('`fallback-models` has no effect: the server is too old for it')
})

import { expect, onTestFinished, test } from 'vitest'
import { anthropicMessages } from '../../fakes/model/wire/anthropic-messages.ts'
import { openaiResponses } from '../../fakes/model/wire/openai-responses.ts'
import { startScriptedProvider, type Turn } from '../../fakes/model/wire/scripted-provider.ts'
import { call, finish, mark, read } from '../../support/whole-run/wire-world.ts'
import { openScene } from '../support/bundle-world.ts'

test.each<[string, Turn, string]>([
  ['is down', { kind: 'failure', status: 529, message: 'Overloaded' }, '529, Overloaded'],
  [
    'was retired meanwhile',
    { kind: 'failure', status: 404, message: 'model: claude-x was retired' },
    '404 at .*/v1/messages, model: claude-x was retired',
  ],
])(
  'where the first model %s, the next continues its conversation, and the run says who answered',
  async (_, gone, why) => {
    const [first, other] = await Promise.all([
      startScriptedProvider(anthropicMessages, [call(read()), call(mark(' one')), gone]),
      startScriptedProvider(openaiResponses, [call(mark(' two')), finish]),
    ])
    onTestFinished(async () => {
      await Promise.all([first[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
    })
    const { app, github, start } = await openScene({
      app: {
        assignment: {
          model: anthropicMessages.model,
          fallbackModels: [openaiResponses.model],
          features: ['fallback-models'],
          showPrompt: true,
        },
      },
    })
    const run = await start({
      env: {
        ...anthropicMessages.environment(first.origin, 'key-of-the-first-1234567890'),
        ...openaiResponses.environment(other.origin, 'key-of-the-other-1234567890'),
        MODEL_PATIENCE_SECONDS: '0',
      },
    }).ended
    expect([...first.requests, ...other.requests].flatMap(({ faults }) => faults)).toEqual([])
    expect(run.code, run.log).toBe(0)
    const [asked] = other.requests
    for (const said of ['Say hello to the moon.', 'Hello, world!', 'Replaced in hello.txt at line 1.'])
      expect(asked?.body).toContain(said)
    expect(github.git('show', 'prentice/x1:hello.txt')).toContain('world one two!')
    const models = [anthropicMessages.model, openaiResponses.model]
    expect(run.log).toMatch(new RegExp(`${models[0]} is not available \\(${why}\\); ${models[1]} continues`))
    expect(run.summary).toContain(models[1])
    expect(app.results).toMatchObject([
      { outcome: 'published', usage: { models: models.map((model) => ({ model, steps: 2 })) } },
    ])
    expect(JSON.stringify(github.pullRequests)).toContain(
      models.map((model) => `\`${model}\``).join(', then '),
    )
  },
)

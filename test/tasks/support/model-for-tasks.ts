import type { ChosenModel } from '../../../sandbox/world/choose-model.ts'
import { startScriptedProvider } from '../../fakes/model/wire/scripted-provider.ts'
import { WIRE_FORMATS } from '../../fakes/model/wire/wire-formats.ts'
import type { Task } from './task.ts'

export interface ScriptedModel extends AsyncDisposable {
  readonly chosen: ChosenModel
  /** What a real server would have refused of the requests so far, and answers that nobody asked for. */
  faults(): string[]
}

const KEY = 'key-of-a-scripted-model'

/** A server that answers a task's script; the formats take turns by the task's `place` among the others. */
export async function startScriptedModel(task: Task, place: number): Promise<ScriptedModel> {
  const format =
    WIRE_FORMATS.find(({ provider }) => provider === task.provider) ??
    WIRE_FORMATS[place % WIRE_FORMATS.length] ??
    WIRE_FORMATS[0]
  const script = task.script.map((calls) => ({ kind: 'answer' as const, answer: { calls } }))
  const server = await startScriptedProvider(format, script)
  const variables = Object.entries(format.environment(server.origin, KEY))
  return {
    chosen: {
      name: format.model,
      secrets: Object.fromEntries(variables.filter(([, value]) => value === KEY)),
      env: {
        ...Object.fromEntries(variables.filter(([, value]) => value !== KEY)),
        // What the script counts are no real tokens.
        PRICES: JSON.stringify({ [format.model]: { input: 0, output: 0 } }),
        MODEL_STALL_SECONDS: '20',
      },
    },
    faults: () => {
      const left = script.length - server.requests.length
      return [
        ...server.requests.flatMap(({ faults }) => faults),
        ...(left > 0 ? [`${left} answers of the script were not asked for`] : []),
      ]
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

import { BadOptions } from '../../../sandbox/cli/read-options.ts'
import type { ChosenModel } from '../../../sandbox/world/choose-model.ts'
import { PROVIDERS, type Provider, parseModelName } from '../../../src/contract/model-name.ts'
import { startScriptedProvider } from '../../fakes/model/wire/scripted-provider.ts'
import { WIRE_FORMATS } from '../../fakes/model/wire/wire-formats.ts'
import type { Task } from './task.ts'

type Environment = Readonly<Record<string, string | undefined>>

const PREFIXES: Readonly<Record<Provider, string>> = {
  anthropic: 'ANTHROPIC',
  openai: 'OPENAI',
  google: 'GOOGLE_GENERATIVE_AI',
  'openai-compatible': 'OPENAI_COMPATIBLE',
}

/** Plain variables that a real model may need beside its key and address. */
const MORE_VARIABLES = ['PRICES', 'MODEL_STALL_SECONDS', 'MODEL_RETRY_SECONDS']

/** The model that MODEL names, with what the action needs for it; `null`: MODEL is not set. Pure. */
export function chooseNamedModel(environment: Environment): ChosenModel | null {
  const name = environment.MODEL?.trim() ?? ''
  if (name === '') return null
  const parsed = parseModelName(name)
  if (parsed === null) {
    throw new BadOptions(`MODEL=${name}: it is provider/model, with one of ${PROVIDERS.join(', ')}`)
  }
  const prefix = PREFIXES[parsed.provider]
  const [key, url] = [`${prefix}_API_KEY`, `${prefix}_BASE_URL`]
  // A server of one's own often asks for no key; where it stands nobody can guess.
  const needed = parsed.provider === 'openai-compatible' ? url : key
  if (!environment[needed]?.trim()) {
    throw new BadOptions(`MODEL=${name} needs ${needed}: set it in the environment, or leave MODEL out`)
  }
  return {
    name,
    secrets: pick(environment, [key]),
    env: pick(environment, [url, ...MORE_VARIABLES]),
  }
}

const pick = (environment: Environment, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )

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

import { PROTOCOL_VERSION, type RegisterRequest } from '../../contract/runner-protocol/protocol.ts'
import { fail } from '../outcome/run-failure.ts'
import type { Inputs } from './inputs.ts'

/** How this run gets its assignment. */
export type Mode =
  /** Dispatched by the server. */
  | { readonly kind: 'claim'; readonly appUrl: string; readonly run: string }
  /** Started by hand or by schedule: the server creates the job first. */
  | { readonly kind: 'register'; readonly appUrl: string; readonly request: RegisterRequest }
  /** No server: the assignment is built from the inputs. */
  | {
      readonly kind: 'standalone'
      /** `null`: a comment or an issue says what to do. */
      readonly prompt: string | null
      readonly model: string
      readonly token: string
    }

/** Events that say themselves what to do. */
export const ASKING_EVENTS: ReadonlySet<string> = new Set(['issue_comment', 'issues'])

/** `event`: the name of the event that started the workflow. */
export function chooseMode(inputs: Inputs, event: string): Mode {
  const appUrl = inputs['app-url']
  if (inputs.run !== null) {
    if (appUrl === null) throw fail('input-invalid', '`run` is set but `app-url` is empty: name your server')
    return { kind: 'claim', appUrl, run: inputs.run }
  }
  const { prompt } = inputs
  if (appUrl === null && ASKING_EVENTS.has(event)) return standalone(inputs, null)
  if (prompt === null) {
    throw fail(
      'input-invalid',
      '`run` and `prompt` are both empty: to start by hand, say what to do in `prompt`',
    )
  }
  if (appUrl !== null) return { kind: 'register', appUrl, request: registration(inputs, prompt) }
  return standalone(inputs, prompt)
}

function standalone(inputs: Inputs, prompt: string | null): Mode {
  if (inputs.model === null) {
    throw fail('input-invalid', '`model` is empty: without `app-url`, name it as `provider/model`')
  }
  if (inputs['github-token'] === null) {
    throw fail('input-invalid', '`github-token` is empty: leave it out to use the token of the workflow')
  }
  return { kind: 'standalone', prompt, model: inputs.model, token: inputs['github-token'] }
}

function registration(inputs: Inputs, prompt: string): RegisterRequest {
  return {
    protocol: PROTOCOL_VERSION,
    prompt,
    ...(inputs.model !== null && { model: inputs.model }),
    ...(inputs.ref !== null && { ref: inputs.ref }),
    ...(inputs.draft && { draft: true }),
  }
}

import { chatCompletions } from './chat-completions.ts'
import { data, inputText, type ScriptedAnswer, type WireFormat } from './wire-format.ts'

const FINISH = { done: 'stop', length: 'length', refused: 'content_filter' }
const THOUGHT = 'I think of'

const callsOf = ({ calls = [] }: ScriptedAnswer) =>
  calls.map((call) => ({ type: 'function', function: { name: call.name, arguments: inputText(call) } }))

/**
 * What servers of open models make of the protocol: no ids and no places of calls, their input as an object, thoughts in
 * the text, and nothing counted.
 */
export const looseChat: WireFormat = {
  ...chatCompletions,
  frames(answer, turn) {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      data({ model: 'llama', choices: [{ index: 0, delta, finish_reason }] })
    const tool_calls = callsOf(answer).map((call) => ({
      function: { ...call.function, arguments: JSON.parse(call.function.arguments) },
    }))
    return [
      chunk({ role: 'assistant', content: `<think>${THOUGHT} ` }),
      chunk({ content: `${turn}.</think>\n\n${answer.say ?? ''}` }),
      chunk({ tool_calls }),
      chunk({}, FINISH[answer.end ?? 'done']),
      'data: [DONE]\n\n',
    ]
  },
  read(body) {
    const read = chatCompletions.read(body)
    const comesBack = JSON.stringify(body).includes(THOUGHT)
    return { ...read, faults: [...read.faults, ...(comesBack ? ['a thought comes back as words'] : [])] }
  },
}

/** A server that does not stream, whatever it is asked for. */
export const wholeChat: WireFormat = {
  ...chatCompletions,
  frames(answer, turn, { input, cached, output }) {
    const tool_calls = callsOf(answer).map((call, index) => ({ ...call, id: `call_${turn}_${index}` }))
    const message = { role: 'assistant', content: answer.say ?? null, tool_calls }
    const usage = {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cached },
    }
    const choices = [{ index: 0, message, finish_reason: FINISH[answer.end ?? 'done'] }]
    const body = { id: `chatcmpl-${turn}`, object: 'chat.completion', created: 1, model: 'llama' }
    return [JSON.stringify({ ...body, choices, usage }, null, 2)]
  },
}

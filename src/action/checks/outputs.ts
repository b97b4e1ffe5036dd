import { truncate } from '../text/format.ts'

/** What commands have printed, for the agent. */
export interface Outputs {
  /** Head and tail of an output; if it is longer, with the path of a file that has all of it. */
  show(output: string): string
}

/** Characters of one output that the model gets with the result of its call. */
const SHOWN_LENGTH = 6000
/** Each may have a million characters. */
const MAX_KEPT = 8

/** `provide`: gives the agent a file to read. */
export function openOutputs(provide: (path: string, text: string) => void): Outputs {
  let count = 0
  const pathOf = (number: number) => `/output/${number}.txt`
  return {
    show(output) {
      const text = output.trimEnd()
      if (text === '') return 'It printed nothing.'
      if (text.length <= SHOWN_LENGTH) return text
      count += 1
      provide(pathOf(count), text)
      if (count > MAX_KEPT) provide(pathOf(count - MAX_KEPT), GONE)
      return `[Head and tail; read ${pathOf(count)} for the rest.]\n${truncate(text, SHOWN_LENGTH)}`
    },
  }
}

const GONE = 'This output is no longer kept. Run the command again.'

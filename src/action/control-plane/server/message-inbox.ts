import type { NumberedPrompt } from '../../../contract/runner-protocol.ts'

/** The caller's messages on their way to the agent. The app repeats each until it is acknowledged. */
export interface MessageInbox {
  put(messages: readonly NumberedPrompt[]): void
  /** What came in since the last call, by number. */
  take(): NumberedPrompt[]
}

/** `known`: highest number the agent has from the start. */
export function openMessageInbox(known: number): MessageInbox {
  let highest = known
  let waiting: NumberedPrompt[] = []
  return {
    put(messages) {
      for (const message of messages.toSorted((a, b) => a.number - b.number)) {
        if (message.number <= highest) continue
        highest = message.number
        waiting.push(message)
      }
    },
    take() {
      const taken = waiting
      waiting = []
      return taken
    },
  }
}

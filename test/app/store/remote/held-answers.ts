import { setImmediate as nextTurn } from 'node:timers/promises'

/** Iterations of the event loop within which a database is asked, if it is asked at all. */
const MAX_TURNS = 1_000

/** A database that answers when the test says so. */
export function heldAnswers<T>() {
  const answers: PromiseWithResolvers<T>[] = []
  return {
    answers,
    ask(): Promise<T> {
      const answer = Promise.withResolvers<T>()
      answers.push(answer)
      return answer.promise
    },
    /** Waits until the database was asked so often. */
    async asked(count: number): Promise<void> {
      for (let turn = 0; answers.length < count; turn++) {
        if (turn === MAX_TURNS) throw new Error(`the database was asked only ${answers.length} times`)
        await nextTurn()
      }
    },
  }
}

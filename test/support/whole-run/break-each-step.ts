import type { Break, Script } from '../../fakes/model/wire/scripted-provider.ts'
import { answer, finish, mark } from './wire-world.ts'

/**
 * A model whose n-th step breaks off at the n-th place and is whole the second time. It goes by what the conversation
 * holds, not by what it sent: where an answer was whole before it broke off, the next step follows immediately. What
 * `hello.txt` is in the end shows each edit that was lost or made twice.
 */
export function breakEachStep(breaks: readonly Break[]): { script: Script; greeting: string } {
  const broken = new Set<number>()
  const letter = (step: number) => String.fromCodePoint('a'.charCodeAt(0) + (step % 26))
  return {
    greeting: `Hello, world${breaks.map((_, step) => letter(step)).join('')}!`,
    script({ said }) {
      const step = said.filter(({ by }) => by === 'model').length
      const breaksHere = broken.has(step) ? undefined : breaks[step]
      broken.add(step)
      if (step >= breaks.length) return finish
      const whole = answer({ say: 'I mark it.', calls: [mark(letter(step))] })
      return breaksHere === undefined ? whole : { ...whole, breaks: breaksHere }
    },
  }
}

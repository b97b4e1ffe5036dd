import { GithubUnavailable } from '../../../../src/app/github/errors.ts'

export const FAULTS = [
  /** The server ends immediately after an effect. */
  'killed',
  /** GitHub refuses a request for five seconds. */
  'limited',
  /** GitHub does what it is asked, and its response is lost. */
  'lost',
] as const
export type Fault = (typeof FAULTS)[number]

export class Killed extends Error {}

const WRITES = ['react', 'createComment', 'replyInThread']
const EFFECTS = ['commit', ...WRITES]

type Call = (...given: unknown[]) => Promise<unknown>

/** A store and a GitHub that fail once, at the call with this number of those that can fail so. */
export function failOnce(fault: Fault | null, at: number, now: () => number) {
  let calls = 0
  let hasFailed = false
  const isHit = (name: string, isOfStore: boolean): boolean => {
    const canFail = { killed: EFFECTS.includes(name), limited: !isOfStore, lost: WRITES.includes(name) }
    if (fault === null || hasFailed || !canFail[fault]) return false
    calls += 1
    return calls === at
  }

  const failing =
    (name: string, isOfStore: boolean, call: Call): Call =>
    async (...given) => {
      if (!isHit(name, isOfStore)) return call(...given)
      hasFailed = true
      const unavailable = new GithubUnavailable('limited', now() + 5_000, { isLimit: true })
      if (fault === 'limited') throw unavailable
      await call(...given)
      throw fault === 'killed' ? new Killed() : unavailable
    }

  return {
    hasFailed: () => hasFailed,
    through<T extends object>(part: T): T {
      const isOfStore = 'commit' in part
      return new Proxy(part, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name)
          if (typeof member !== 'function' || typeof name !== 'string') return member
          return failing(name, isOfStore, member.bind(target))
        },
      })
    },
  }
}

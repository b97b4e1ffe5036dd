import type { TestEvidence } from './checks.ts'
import type { AgentEvent } from './events.ts'

// What happens in a run, in one line each. The command line shows it too, so nothing here loads a schema.

type Retry = Extract<AgentEvent, { type: 'retry' }>

/** A retry in one line, with times of day in UTC. Pure. */
export function describeRetry({ host, why, retry, next, until }: Retry): string {
  const time = (at: string) => new Date(at).toISOString().slice(11, 19)
  const end = until === null ? '' : `, gives up at ${time(until)}`
  return `cannot reach the model at ${host} (${why}); retry ${retry} at ${time(next)}${end} UTC`
}

type Fallback = Extract<AgentEvent, { type: 'fallback' }>

/** One model takes over from another, in one line. Pure. */
export const describeFallback = ({ from, to, why }: Pick<Fallback, 'from' | 'to' | 'why'>): string =>
  `${from} is not available (${why}); ${to} continues`

/** One line for people. Its names are text from outside. Pure. */
export function describeEvidence({ result, files, checks, why }: TestEvidence): string {
  const alone = `with only its ${files === 1 ? 'test file' : `${files} test files`}`
  const names = checks.join(', ')
  switch (result) {
    case 'fails-without-change':
      return `Tests of the change: without it, ${alone}, this fails: ${names} (reported by the runner)`
    case 'does-not-build-without-change':
      return `Tests of the change: without it, ${alone}, this does not build, which shows nothing: ${names} (reported by the runner)`
    case 'passes-without-change':
      return `Tests of the change: without it, ${alone}, all checks pass, too (reported by the runner)`
    case 'unknown':
      return `Tests of the change: whether they fail without it is unknown: ${why ?? 'no reason was given'}`
  }
}

/** The models that answered in a run of `model`, in their order. Pure. */
export function answeredBy(
  model: string,
  used: readonly { readonly model: string; readonly steps: number }[] = [],
): [string, ...string[]] {
  const [first, ...others] = used.filter(({ steps }) => steps > 0).map((one) => one.model)
  return first === undefined ? [model] : [first, ...others]
}

import { stripVTControlCharacters } from 'node:util'

/** What differs between two recordings, and what the picture shows instead. The job id is the README's example. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\/\/127\.0\.0\.1:)\d+/g, '4000'],
  [/(?<=\/actions\/runs\/)\d+/g, '7000104'],
  // The folder of the checkout.
  [/(?<=\bsandbox-org\/)[\w.-]+/g, 'prentice'],
  [/job_[0-9a-z]{26}/g, 'job_01m7xk4ymke8m8qhxhtq1qmf80'],
]

/** The demo polls the job, so it misses these short states in some recordings. */
const SHORT_STATES = new Set(['run dispatching', 'run delivered'])

/** Polling also shows a state before or after the next stage of the runner. Each follows the stage that causes it. */
const CAUSES: ReadonlyMap<string, string> = new Map([
  ['run running', 'runner: Claim the run'],
  ['run publishing', 'runner: Plan what to publish'],
])

/** The last line of the picture: what follows explains the demo. */
const LAST_LINE = /^used /
const PULL_REQUEST = /^pull request /

/** Makes the recordings of two machines alike: same ports and ids, same lines, same order. */
export function stabilizeLines(recorded: readonly string[]): string[] {
  const end = recorded.findIndex((line) => LAST_LINE.test(contentOf(line)))
  if (!recorded.some((line) => PULL_REQUEST.test(contentOf(line))))
    throw new Error('the demo printed no pull request: run `npm run demo` to see why')
  const kept = recorded.slice(0, end + 1).filter((line) => !SHORT_STATES.has(contentOf(line)))
  return moveBehindCauses(kept).map((line) =>
    REPLACEMENTS.reduce((replaced, [found, stable]) => replaced.replace(found, stable), line),
  )
}

function moveBehindCauses(lines: readonly string[]): string[] {
  const present = new Set(lines.map(contentOf))
  const causeOf = (line: string) => {
    const cause = CAUSES.get(contentOf(line))
    return cause !== undefined && present.has(cause) ? cause : null
  }
  return lines.flatMap((line) => {
    if (causeOf(line) !== null) return []
    return [line, ...lines.filter((other) => causeOf(other) === contentOf(line))]
  })
}

const contentOf = (line: string): string => stripVTControlCharacters(line).trim()

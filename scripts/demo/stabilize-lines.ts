import { stripVTControlCharacters } from 'node:util'
import type { RecordedLine } from './record-terminal.ts'

/** What differs between two recordings, and what the picture shows instead. The job id is the README's example. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\/\/127\.0\.0\.1:)\d+/g, '4000'],
  [/job_[0-9a-z]{26}/g, 'job_01m7xk4ymke8m8qhxhtq1qmf80'],
]

/** The demo polls the job, so it misses these short states in some recordings. */
const SHORT_STATES = new Set(['run dispatching', 'run delivered'])

/** Polling also shows a state before or after the next stage of the runner. Each follows the stage that causes it. */
const CAUSES: ReadonlyMap<string, string> = new Map([
  ['run running', 'runner: Claim the run'],
  ['run publishing', 'runner: Plan what to publish'],
])

/** The last line of the picture. The job as JSON comes after it and repeats what the picture already shows. */
const LAST_LINE = /^pull request /

/** Makes the recordings of two machines alike: same ports and ids, same lines, same order. */
export function stabilizeLines(recorded: readonly RecordedLine[]): RecordedLine[] {
  const end = recorded.findIndex((line) => LAST_LINE.test(contentOf(line)))
  if (end === -1) throw new Error('the demo printed no pull request: run `npm run demo` to see why')
  const kept = recorded.slice(0, end + 1).filter((line) => !SHORT_STATES.has(contentOf(line)))
  return moveBehindCauses(kept).map(({ at, text }) => ({
    at,
    text: REPLACEMENTS.reduce((replaced, [found, stable]) => replaced.replace(found, stable), text),
  }))
}

function moveBehindCauses(lines: readonly RecordedLine[]): RecordedLine[] {
  const present = new Set(lines.map(contentOf))
  const causeOf = (line: RecordedLine) => {
    const cause = CAUSES.get(contentOf(line))
    return cause !== undefined && present.has(cause) ? cause : null
  }
  return lines.flatMap((line) => {
    if (causeOf(line) !== null) return []
    const effects = lines.filter((other) => causeOf(other) === contentOf(line))
    return [line, ...effects.map(({ text }) => ({ at: line.at, text }))]
  })
}

const contentOf = ({ text }: RecordedLine): string => stripVTControlCharacters(text).trim()

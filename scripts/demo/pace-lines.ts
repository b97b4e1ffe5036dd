import { stripVTControlCharacters } from 'node:util'
import type { TerminalLine } from './render-terminal.ts'

const START_SECONDS = 0.8
const TOGETHER_SECONDS = 0.08
const STEP_SECONDS = 0.45
const WAIT_SECONDS = 1.4

/** A change of the run, or a stage of the runner. */
const STEP = /^(run|runner:) /

/** What takes longest: the start of the servers, and the agent. */
const WAIT = /^(Starting |runner: Let the agent work)/

/**
 * When each line appears in the picture. The paces stand for the real ones, of about 0.02, 0.2 and 1.4 seconds. Measured
 * ones depend on the load of the machine, so that no two recordings would give the same picture.
 */
export function paceLines(lines: readonly string[]): TerminalLine[] {
  let seconds = START_SECONDS
  return lines.map((text, index) => {
    const before = lines[index - 1]
    if (before !== undefined) seconds += pauseBetween(contentOf(before), contentOf(text))
    return { text, appearsAfterSeconds: seconds }
  })
}

function pauseBetween(before: string, line: string): number {
  if (WAIT.test(before)) return WAIT_SECONDS
  return STEP.test(line) ? STEP_SECONDS : TOGETHER_SECONDS
}

const contentOf = (text: string): string => stripVTControlCharacters(text).trim()

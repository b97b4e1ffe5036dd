import type { Assignment } from '../../contract/runner-protocol/assignment.ts'
import { asOneLine, shorten } from '../../sanitize/neutralize.ts'
import { wrapSection } from './replace-section.ts'
import { type SanitizeOptions, sanitize } from './sanitize.ts'

const NAME_LENGTH = 200

/** Names the untrusted text that the agent has read, which nobody with write access wrote; `null`: there is none. */
export function outsideSection(outside: Assignment['outside'], cleaning: SanitizeOptions): string | null {
  if (outside === undefined) return null
  const lines = outside.read.map((name) => `- ${shorten(sanitize(asOneLine(name), cleaning), NAME_LENGTH)}`)
  return wrapSection('outside', [
    '**The agent has read untrusted text: nobody with write access to this repository wrote it.** Review the change with that in mind.',
    lines.join('\n'),
    ...(outside.holdCi ? [HELD] : []),
  ])
}

const HELD =
  '**CI is held:** workflows for pushes and pull requests do not run on the commits of Prentice. After your review, push a commit, for example with `git commit --allow-empty -m "Run CI"`, to start them.'

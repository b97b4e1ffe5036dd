import type { Assignment } from '../../contract/runner-protocol.ts'
import type { StoredMessage } from './messages.ts'

/**
 * What the agent reads, for any turn of a job, that nobody with write access wrote: the text of an issue, logs, pull requests
 * of other repositories. Names each once. Of a deleted message nothing is known.
 */
export function outsideTexts(
  messages: readonly (StoredMessage | null)[],
  issue: number | null,
): readonly string[] {
  const names = messages.flatMap((message) => [
    ...(message?.issue?.isOfStranger
      ? [`the text of ${issue === null ? 'an issue' : `issue ${issue}`}`]
      : []),
    ...(message?.attached?.material ?? []).map(({ of }) => of),
  ])
  return [...new Set(names)]
}

/** For the runner; `{}`: there is none. */
export const outsideOf = (read: readonly string[], holdCi: boolean): Pick<Assignment, 'outside'> =>
  read.length === 0 ? {} : { outside: { read: read.slice(0, 20), holdCi } }

import type { Source } from '../../contract/runner-protocol/material.ts'
import { wrapSection } from './replace-section.ts'

/** The pull requests of other repositories because of which this one was made, as links; `null`: none. */
export function sourcesSection(sources: readonly Source[], serverUrl: string): string | null {
  if (sources.length === 0) return null
  const lines = sources.map(
    ({ repository, number }) =>
      `- [${repository}#${number}](${new URL(`/${repository}/pull/${number}`, serverUrl).href})`,
  )
  return wrapSection('sources', ['**Merged pull requests that led to this one**', lines.join('\n')])
}

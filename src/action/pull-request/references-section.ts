import { asOneLine, shorten } from '../../sanitize/neutralize.ts'
import type { NewLink } from '../git/diff/new-links.ts'
import { wrapSection } from './replace-section.ts'
import { type SanitizeOptions, sanitize } from './sanitize.ts'

const MAX_SHOWN = 20
const PART_LENGTH = 150

export interface ReferencesView extends SanitizeOptions {
  readonly references: readonly NewLink[]
  /** Hosts that the base already names. Of these, and of the repository's own, only scripts are listed. */
  readonly named: ReadonlySet<string>
}

const RANK: Readonly<Record<NewLink['kind'], number>> = { script: 0, image: 1, link: 2 }

/**
 * The section of the pull request about new external references, for a person to review. They are written as code, so that
 * none is a link. `null`: there are none.
 */
export function referencesSection({ references, named, ...cleaning }: ReferencesView): string | null {
  const own = new URL(cleaning.repositoryUrl).host
  const news = references.filter(({ kind, host }) => kind === 'script' || (host !== own && !named.has(host)))
  if (news.length === 0) return null
  const groups = [...Map.groupBy(news, ({ kind, host }) => `${kind} ${host}`).values()].toSorted(
    ([a], [b]) => RANK[a?.kind ?? 'link'] - RANK[b?.kind ?? 'link'],
  )
  const clean = (text: string) => shorten(sanitize(asOneLine(text), cleaning), PART_LENGTH)
  const code = (text: string) => `\`${text.replaceAll('`', "'")}\``
  const lines = groups.slice(0, MAX_SHOWN).map((group) => {
    const [first] = group
    const place = `${clean(first?.path ?? '')}:${first?.line ?? 0}`
    const more = group.length > 1 ? ` and ${group.length - 1} more` : ''
    return `- ${first?.kind ?? 'link'} ${code(clean(first?.host ?? ''))} in ${code(place)}${more}`
  })
  const left = groups.length > MAX_SHOWN ? [`- and ${groups.length - MAX_SHOWN} more hosts`] : []
  return wrapSection('references', [
    '**New external references**, which the base branch does not have',
    [...lines, ...left].join('\n'),
  ])
}

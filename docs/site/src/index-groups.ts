/** A link as docs/README.md writes it. */
interface IndexLink {
  readonly label: string
  readonly target: string
}

interface IndexGroup {
  readonly label: string
  readonly links: readonly IndexLink[]
}

const LINK = /\[([^\]]+)\]\(([^)\s]+\.md)\)/g

const linksOf = (text: string): IndexLink[] =>
  [...text.matchAll(LINK)].map(([, label = '', target = '']) => ({ label: capitalized(label), target }))

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * The groups of the sidebar, from docs/README.md: the pages that its introduction names, then a group for each heading,
 * with the pages in the first column of the table below it.
 */
export function indexGroups(index: string): IndexGroup[] {
  const [introduction = '', ...sections] = index.split(/^## /m)
  return [
    { label: 'Start', links: [{ label: 'Overview', target: 'README.md' }, ...linksOf(introduction)] },
    ...sections.map((section) => ({
      label: section.slice(0, section.indexOf('\n')).trim(),
      links: [...section.matchAll(/^\| (\[[^|]*) \|/gm)].flatMap(([, cell = '']) => linksOf(cell)),
    })),
  ]
}

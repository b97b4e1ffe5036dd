export interface Release {
  readonly tag: string
  /** The version in package.json. */
  readonly version: string
  readonly repositoryUrl: string
}

/**
 * The text below the heading `## [1.2.3] - 2031-01-01` of a changelog, up to the next heading of that level or to the
 * link references at the end. Throws if the tag, the version of package.json and the changelog do not agree.
 */
export function findReleaseNotes(changelog: string, { tag, version, repositoryUrl }: Release): string {
  if (tag !== `v${version}`) {
    throw new Error(`the tag is "${tag}", and the version in package.json is ${version}: tag v${version}`)
  }
  const [, ...sections] = changelog.split(/^## /m)
  const section = sections.find((text) => text.startsWith(`[${version}] - `))
  if (section === undefined) throw new Error(`CHANGELOG.md has no heading "## [${version}] - DATE": add it`)
  const [, ...lines] = section.split('\n')
  const end = lines.findIndex((line) => /^\[[^\]]+\]: /.test(line))
  const body = lines.slice(0, end === -1 ? lines.length : end).join('\n')
  const notes = outsideCode(body.trim(), (text) =>
    joinWrappedLines(linkToFiles(text, `${repositoryUrl}/blob/${tag}/`)),
  )
  if (notes === '') throw new Error(`CHANGELOG.md says nothing under [${version}]: say what changed`)
  return notes
}

const outsideCode = (markdown: string, change: (text: string) => string): string =>
  markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')

/** GitHub resolves a relative link of a release against the address of the release, which has no files. */
const linkToFiles = (markdown: string, base: string): string =>
  markdown.replace(/\]\((?![a-z]+:|#)([^)]+)\)/g, `](${base}$1)`)

/** GitHub shows a line break in a release as a line break. A list item, a heading or a blank line begins anew. */
const joinWrappedLines = (markdown: string): string =>
  markdown.replace(/(?<=\S)\n *(?![ \n]|[-*#] |#{2,} |$)/g, ' ')

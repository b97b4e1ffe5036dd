/** The text of the first heading, without its Markdown. */
export function pageTitle(text: string, file: string): string {
  const title = /^# +(.+)$/m.exec(text)?.[1]
  if (title === undefined) throw new Error(`${file} has no title: begin it with a heading of the first level`)
  return plain(title)
}

/** The first sentence after the title, for search engines. */
export function pageDescription(text: string): string | undefined {
  const [, paragraph = ''] = /^# .+\n+([A-Z`[][\s\S]*?)\n\n/.exec(text) ?? []
  return /^.+?\.(?= |$)/.exec(plain(paragraph))?.[0]
}

const plain = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ')
    .trim()

/** Which files of docs/ are pages of the site. */
export const PAGES = ['*.md', 'examples/README.md']

/** The path of a page on the site, from that of its file in docs/: `settings.md` is `settings`, a README its folder. */
export const pageId = (file: string): string =>
  file === 'README.md' ? 'index' : file.replace(/(\/README)?\.md$/, '')

import { readFileSync } from 'node:fs'
import { glob, type Loader } from 'astro/loaders'
import { PAGES, pageId } from './page-id.ts'
import { pageDescription, pageTitle } from './page-text.ts'

/** The pages of docs/, where they are. They have no front matter: GitHub would show it as a table. */
export function loadPages(): Loader {
  const pages = glob({ base: '..', pattern: PAGES, generateId: ({ entry }) => pageId(entry) })
  return {
    name: 'pages-of-docs',
    load: (context) =>
      pages.load({
        ...context,
        parseData: ({ id, data, filePath }) => {
          if (filePath === undefined) throw new Error(`the page ${id} has no file`)
          const text = readFileSync(filePath, 'utf8')
          const description = pageDescription(text)
          return context.parseData({
            id,
            filePath,
            data: { ...data, title: pageTitle(text, filePath), ...(description && { description }) },
          })
        },
      }),
  }
}

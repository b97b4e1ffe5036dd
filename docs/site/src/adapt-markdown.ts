import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineMdastPlugin } from 'satteri'
import { type Site, siteLink, siteLinkText } from './site-link.ts'

/** Rewrites the links of a page, and removes its title, which Starlight shows above the text. */
export const adaptMarkdown =
  (root: URL, site: Site) =>
  ({ fileURL }: { readonly fileURL: URL | undefined }) => {
    if (fileURL === undefined) return
    const from = relative(fileURLToPath(root), fileURLToPath(fileURL)).replaceAll('\\', '/')
    return defineMdastPlugin({
      name: 'adapt-markdown',
      heading(node, context) {
        if (node.depth === 1) context.removeNode(node)
      },
      link(node, context) {
        const [text] = node.children
        if (text?.type === 'text') {
          context.setProperty(text, 'value', siteLinkText(text.value, node.url, from, site))
        }
        context.setProperty(node, 'url', siteLink(node.url, from, site))
      },
    })
  }

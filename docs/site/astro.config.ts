import { globSync, readFileSync, statSync } from 'node:fs'
import { satteri } from '@astrojs/markdown-satteri'
import starlight from '@astrojs/starlight'
import { defineConfig, passthroughImageService } from 'astro/config'
import { adaptMarkdown } from './src/adapt-markdown.ts'
import { indexGroups } from './src/index-groups.ts'
import { PAGES } from './src/page-id.ts'
import { pageTitle } from './src/page-text.ts'
import { siteAddress } from './src/site-address.ts'
import { type Site, siteLink } from './src/site-link.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const { description, repository } = JSON.parse(read('package.json'))
const { origin, base } = siteAddress(process.env.SITE_URL)

const files = globSync(PAGES, { cwd: new URL('docs/', root) }).map(
  (path) => `docs/${path.replaceAll('\\', '/')}`,
)
const site: Site = {
  base,
  repository: repository.url.replace(/^git\+|\.git$/g, ''),
  pages: new Map(files.map((path) => [path, pageTitle(read(path), path)])),
  kindOf: (path) => {
    const stats = statSync(new URL(path, root), { throwIfNoEntry: false })
    return stats && (stats.isDirectory() ? 'folder' : 'file')
  },
}

/** Starlight puts the base before the links of the sidebar itself. */
const inSidebar: Site = { ...site, base: '' }

export default defineConfig({
  ...(origin && { site: origin }),
  base: `${base}/`,
  trailingSlash: 'always',
  image: { service: passthroughImageService() },
  markdown: {
    processor: satteri({ mdastPlugins: [adaptMarkdown(root, site)], features: { smartPunctuation: false } }),
  },
  integrations: [
    starlight({
      title: 'Prentice',
      description,
      social: [{ icon: 'github', label: 'GitHub', href: site.repository }],
      editLink: { baseUrl: `${site.repository}/edit/main/docs/site/` },
      expressiveCode: { defaultProps: { frame: 'none' } },
      markdown: { processedDirs: ['..'] },
      sidebar: indexGroups(read('docs/README.md')).map(({ label, links }) => ({
        label,
        items: links.map((link) => ({
          label: link.label,
          link: siteLink(link.target, 'docs/README.md', inSidebar),
        })),
      })),
    }),
  ],
})

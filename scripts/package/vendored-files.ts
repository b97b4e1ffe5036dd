import { globSync } from 'node:fs'
import { TOKEN_FILES } from '../../src/app/http/dashboard/assets/assets.ts'

/**
 * What the published package holds of packages that would otherwise be most of what an installation downloads: the icons
 * and the design tokens of the dashboard, 1 MB instead of 61. By package, in its folder `folderOf`; each with its licence.
 */
export const vendoredFiles = (folderOf: (name: string) => string): ReadonlyMap<string, readonly string[]> =>
  new Map([
    ['@primer/primitives', ['LICENSE', ...TOKEN_FILES]],
    [
      '@primer/octicons',
      ['LICENSE', ...globSync('build/svg/*-16.svg', { cwd: folderOf('@primer/octicons') })],
    ],
  ])

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import dockerignore, { type Ignore } from '@balena/dockerignore'

/** Decides as .dockerignore says. */
export const ignored = (root: string): Ignore =>
  dockerignore.default().add(readFileSync(join(root, '.dockerignore'), 'utf8'))

/** The files that a build sends to the engine, from a clean checkout. */
export function buildContext(root: string): string[] {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', list, { cwd: root, encoding: 'utf8' })
  return ignored(root).filter(stdout.split('\0').filter(Boolean)).sort()
}

/** A COPY from the context; the flags of one from another stage, or with another owner, are no sources. */
const COPY = /^COPY +(?!--)(.+) +\S+$/gm

/** The files of the checkout that the image holds, and the packages that its `npm ci` installs. */
export function imageFiles(root: string): { readonly files: string[]; readonly packages: string[] } {
  const context = buildContext(root)
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  const sources = [...dockerfile.matchAll(COPY)].flatMap(([, from = '']) => from.split(/ +/))
  const isCopied = (path: string): boolean =>
    sources.some((source) => source === '.' || path === source || path.startsWith(`${source}/`))
  const missing = sources.filter(
    (source) => source !== '.' && !context.some((path) => path === source || path.startsWith(`${source}/`)),
  )
  if (missing.length > 0)
    throw new Error(`the Dockerfile copies what .dockerignore leaves out: ${missing.join(', ')}`)
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; dev?: boolean; devOptional?: boolean; link?: boolean }>
  }
  return {
    files: context.filter(isCopied),
    packages: Object.entries(packages)
      .filter(
        ([path, { dev, devOptional, link }]) =>
          path.startsWith('node_modules/') && !dev && !devOptional && !link,
      )
      .map(([path, { version }]) => `${path}@${version}`),
  }
}

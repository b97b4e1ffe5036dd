import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from './run.ts'

interface Version {
  readonly version: string
  /** `2031-01-31` */
  readonly date: string
}

/** Gives a checkout the version: package.json, package-lock.json and CHANGELOG.md. */
export async function prepareRelease(root: string, { version, date }: Version, run: Run): Promise<void> {
  const changelog = join(root, 'CHANGELOG.md')
  // First, because it refuses a version that cannot be released.
  const text = releaseChangelog(readFileSync(changelog, 'utf8'), { version, date })
  await run('npm', ['version', '--no-git-tag-version', '--allow-same-version', version], root)
  writeFileSync(changelog, text)
}

/** The version to rehearse if nobody names one: that of package.json, or the next minor one if it is released. */
export function nextVersion(changelog: string, current: string): string {
  if (!changelog.includes(`## [${current}]`)) return current
  const [major = '0', minor = '0'] = current.split('.')
  return `${major}.${Number(minor) + 1}.0`
}

const HEADING = '## [Unreleased]\n'
const LINK = /^\[Unreleased\]: (\S+?)\/(?:commits\/main|compare\/(v\S+)\.\.\.main)\n/m

/**
 * The changelog with what is unreleased below a heading of the version, and the links of both at the end. Throws if there is nothing to
 * release, or if the version is released already.
 */
export function releaseChangelog(changelog: string, { version, date }: Version): string {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`"${version}" is no version: name three numbers, as in 1.2.3`)
  if (changelog.includes(`## [${version}]`))
    throw new Error(`CHANGELOG.md has a heading of ${version} already`)
  const [before, after] = changelog.split(HEADING)
  const link = LINK.exec(changelog)
  if (after === undefined || link === null)
    throw new Error('CHANGELOG.md has no heading "## [Unreleased]", or no link of that name at its end')
  const newest = /^## \[(\d+\.\d+\.\d+)\]/m.exec(after)?.[1]
  if (newest !== undefined && !isAfter(version, newest))
    throw new Error(`CHANGELOG.md has ${newest}: ${version} must be a later version`)
  const [section = ''] = after.split(/^## \[|^\[Unreleased\]: /m)
  if (section.trim() === '') throw new Error('CHANGELOG.md says nothing under [Unreleased]: say what changed')
  const [whole, repository, previous] = link
  const own = previous === undefined ? `releases/tag/v${version}` : `compare/${previous}...v${version}`
  const links = `[Unreleased]: ${repository}/compare/v${version}...main\n[${version}]: ${repository}/${own}\n`
  return `${before}${HEADING}\n## [${version}] - ${date}\n${after}`.replace(whole, () => links)
}

function isAfter(version: string, other: string): boolean {
  const [ours, theirs] = [version, other].map((text) => text.split('.').map(Number))
  const at = ours?.findIndex((part, index) => part !== theirs?.[index]) ?? -1
  return at !== -1 && (ours?.[at] ?? 0) > (theirs?.[at] ?? 0)
}

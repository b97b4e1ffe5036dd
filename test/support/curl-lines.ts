import { readFileSync } from 'node:fs'

/** Of docs/quickstart.md: its lines call the GitHub of a sandbox, all others call the server. */
export const ON_GITHUB = '## Ask on the GitHub of a sandbox'

/** The `curl` commands of a page of the documentation, in order, each with its continuation lines. */
export function curlLinesOf(text: string): string[] {
  return [...text.matchAll(/^(curl -s (?:.*\\\n)*.*)$/gm)].map(([line]) => line)
}

/** The page before this heading, and from it on. */
export function splitPage(name: string, heading: string): readonly [string, string] {
  const text = readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
  const at = text.indexOf(`\n${heading}\n`)
  if (at < 0) throw new Error(`${name} has no heading ${heading}`)
  return [text.slice(0, at), text.slice(at)]
}

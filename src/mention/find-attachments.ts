const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** Files that people attached before 2023 are at a host of their own, without a session: https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/attaching-files */
const OLD_HOST = 'https://user-images.githubusercontent.com'

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * The addresses of files that people attached to a text on GitHub, each once. Not those in hidden comments, which a reader
 * does not see. `serverUrl`: web URL of GitHub. Pure.
 */
export function findAttachments(text: string, serverUrl: string): readonly string[] {
  const { origin } = new URL(serverUrl)
  const server = escapeRegExp(origin)
  const addresses = [
    `${server}/user-attachments/assets/${UUID}`,
    `${server}/[\\w-]{1,39}/[\\w.-]{1,100}/assets/\\d{1,20}/${UUID}`,
    ...(origin === 'https://github.com'
      ? [`${escapeRegExp(OLD_HOST)}/\\d{1,20}/[\\w-]{1,200}\\.\\w{1,5}`]
      : []),
  ]
  const shown = text.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  const found = shown.matchAll(new RegExp(`(?<![\\w/.:-])(?:${addresses.join('|')})(?![\\w/-])`, 'gi'))
  return [...new Set([...found].map(([address]) => address))]
}

/** The part of an attachment's address that its signed address has, too; `null`: it needs no signature. */
export const attachmentId = (address: string): string | null =>
  new RegExp(`/assets/(?:\\d+/)?(${UUID})$`, 'i').exec(address)?.[1]?.toLowerCase() ?? null

/** GitHub refuses longer addresses with 414. */
const MAX_URL = 8_000

export interface NewFile {
  /** Web address of the repository. */
  readonly url: string
  readonly branch: string
  readonly path: string
  readonly text: string
}

/**
 * GitHub's page that creates the file, filled in: for people who may write workflow files, where the App may not. A text
 * that is too long for an address is left out.
 */
export function newFileUrl({ url, branch, path, text }: NewFile): { url: string; hasText: boolean } {
  const page = `${url}/new/${branch.split('/').map(encodeURIComponent).join('/')}`
  const filled = `${page}?${new URLSearchParams({ filename: path, value: text })}`
  if (filled.length <= MAX_URL) return { url: filled, hasText: true }
  return { url: `${page}?${new URLSearchParams({ filename: path })}`, hasText: false }
}

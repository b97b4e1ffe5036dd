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
  const empty = emptyFileUrl({ url, branch, path })
  const filled = `${empty}&${new URLSearchParams({ value: text })}`
  return filled.length <= MAX_URL ? { url: filled, hasText: true } : { url: empty, hasText: false }
}

/** The same page, with the name of the file only. */
export const emptyFileUrl = ({ url, branch, path }: Omit<NewFile, 'text'>): string =>
  `${url}/new/${branch.split('/').map(encodeURIComponent).join('/')}?${new URLSearchParams({ filename: path })}`

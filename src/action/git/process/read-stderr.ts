import { cutHead } from '../../../contract/text.ts'

const LIMIT = 400

/** A message of git as one line for a person: its `remote:` lines if there are any, else the whole. */
export function oneLine(stderr: string): string {
  if (/Authentication failed|could not read Username/.test(stderr))
    return 'the remote did not accept the token'
  const lines = stderr
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\p{Cc}/gu, ' ').trim())
    .filter((line) => line !== '' && line !== 'remote:')
  const remote = lines
    .filter((line) => line.startsWith('remote: '))
    .map((line) => line.slice('remote: '.length))
  const text = remote.length > 0 ? remote.join(' ') : lines.join(' ')
  return cutHead(text.replace(/\s+/g, ' '), LIMIT) || 'git gave no message'
}

/** Whether the disk of the runner is full. A `remote:` line is about the disk of the remote. */
export const isFull = (stderr: string): boolean =>
  /^(?!remote:).*(?:no space left on device|disk quota exceeded)/im.test(stderr)

/** Whether a retry cannot help: the server has refused the request. A lost connection, a 429 or a 5xx may be temporary. */
export function isFinalResponse(stderr: string): boolean {
  if (isFull(stderr)) return true
  return /Authentication failed|error: 4(?!08|29)\d\d|not found|couldn't find remote ref|could not read Username/i.test(
    stderr,
  )
}

import { cutHead } from '../../../contract/cut-text.ts'

const LIMIT = 400

/** What a remote or git itself said, as one line for a person: its `remote:` lines, or else its last words. */
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

/** Whether git found no room on the runner's disk; what the remote says of its own is another matter. */
export const isFull = (stderr: string): boolean =>
  /^(?!remote:).*(?:no space left on device|disk quota exceeded)/im.test(stderr)

/** What the server has answered stays the same when asked again; a lost connection, a 429 or a 5xx need not. */
export function isFinalAnswer(stderr: string): boolean {
  if (isFull(stderr)) return true
  return /Authentication failed|error: 4(?!08|29)\d\d|not found|couldn't find remote ref|could not read Username/i.test(
    stderr,
  )
}

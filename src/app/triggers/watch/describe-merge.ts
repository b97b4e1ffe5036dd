import { visibleText } from '../../../mention/visible-text.ts'
import { shorten, withoutHiddenCharacters } from '../../../sanitize/neutralize.ts'
import type { ChangedFile } from '../../github/repository.ts'

const TITLE_LENGTH = 300
const BODY_LENGTH = 6_000
const DIFF_LENGTH = 40_000
const MAX_LISTED = 200

/**
 * What a pull request says and changes, for an agent in another repository. `files`: those that matter there; an issue has
 * none. Pure.
 */
export function describeMerge(
  { title, body }: { readonly title: string; readonly body: string },
  files: readonly ChangedFile[],
): string {
  const clean = (text: string, length: number) => shorten(visibleText(text), length)
  return [`Title: ${clean(title, TITLE_LENGTH)}`, clean(body, BODY_LENGTH), describeFiles(files)]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The changed files, and as many of their diffs as have room. Pure. */
export function describeFiles(files: readonly ChangedFile[]): string {
  if (files.length === 0) return ''
  const listed = files.slice(0, MAX_LISTED).map(listFile)
  const more = files.length > MAX_LISTED ? [`and ${files.length - MAX_LISTED} more files`] : []
  return [['Changed files:', ...listed, ...more].join('\n'), ...diffs(files)].join('\n\n')
}

const listFile = ({ path, previousPath, status }: ChangedFile): string =>
  `- ${nameOf(path)} (${status}${previousPath === null ? '' : ` from ${nameOf(previousPath)}`})`

/** Names of files may have several lines, which would pass for text around them. */
const nameOf = (path: string): string => withoutHiddenCharacters(path).replaceAll('\n', '\\n')

/** As many whole diffs as have room. */
function diffs(files: readonly ChangedFile[]): string[] {
  let room = DIFF_LENGTH
  const shown: string[] = []
  for (const { path, patch } of files) {
    if (patch === null || patch.length > room) continue
    room -= patch.length
    shown.push(`--- ${nameOf(path)}\n${patch}`)
  }
  return shown
}

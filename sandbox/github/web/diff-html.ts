import { escapeHtml } from '../shapes/escape-html.ts'

/** The files of a diff of git, each in a box; nothing if it is empty. */
export const diffHtml = (diff: string): string => {
  const files = diff.split(/^(?=diff --git )/m).filter((file) => file !== '')
  return files.length === 0 ? '' : `<h2>Files changed: ${files.length}</h2>${files.map(fileHtml).join('')}`
}

const fileHtml = (file: string): string => {
  const lines = file.replace(/\n$/, '').split('\n')
  const start = lines.findIndex((line) => line.startsWith('@@'))
  // A rename, or a file that is no text, has no lines.
  const shown = start === -1 ? lines.slice(1) : lines.slice(start)
  return `<div class="box file"><div class="top"><b>${escapeHtml(nameOf(lines))}</b></div><pre tabindex="0">${shown.map(lineHtml).join('')}</pre></div>`
}

const nameOf = (lines: readonly string[]): string => {
  const named = lines.find((line) => /^\+\+\+ b\//.test(line)) ?? lines.find((line) => /^--- a\//.test(line))
  return named?.slice(6) ?? lines[0]?.replace(/^diff --git a\/.* b\//, '') ?? ''
}

const KINDS: Readonly<Record<string, string>> = { '+': ' added', '-': ' removed', '@': ' hunk' }

const lineHtml = (line: string): string =>
  `<span class="line${KINDS[line.charAt(0)] ?? ''}">${escapeHtml(line)}</span>`

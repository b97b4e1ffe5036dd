import type { Replacement } from './replacement.ts'

/**
 * Models add empty lines around what they quote. Where the text is nowhere with them, they are not meant, and neither are
 * as many of them around the new text. Pure.
 */
export function trimBlankLines({ old, fresh }: Replacement): Replacement {
  const [lines, put] = [trimBlank(old), trimBlank(fresh)]
  if (lines === null) return { old, fresh }
  const end = lines.tail > 0 ? '\n' : ''
  const bare = lines.text + end
  if (put === null) return { old: bare, fresh: fresh.trim() === '' ? '' : fresh }
  const head = '\n'.repeat(Math.max(0, put.head - lines.head))
  const tail = '\n'.repeat(Math.max(0, put.tail - lines.tail))
  return { old: bare, fresh: head + put.text + tail + (put.tail > 0 ? end : '') }
}

/** A text without the empty lines around it, and how many there are; `null`: it holds no other. */
function trimBlank(text: string): { text: string; head: number; tail: number } | null {
  const lines = text.split('\n')
  const head = lines.findIndex(saysSomething)
  const last = lines.findLastIndex(saysSomething)
  if (head === -1) return null
  return { text: lines.slice(head, last + 1).join('\n'), head, tail: lines.length - 1 - last }
}

const saysSomething = (line: string): boolean => /[^ \t]/.test(line)

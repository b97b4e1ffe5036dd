/** What a line of a patch is. `broken`: no patch of git has it there. */
export type PatchLine =
  | { readonly kind: 'file' | 'other' | 'insert' | 'delete' | 'context' | 'broken' }
  | { readonly kind: 'hunk'; readonly oldStart: number; readonly newStart: number }

export interface PatchReader {
  /** The next line, without its end. */
  read(line: string): PatchLine
  /** False: lines are missing at the end. */
  isComplete(): boolean
}

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/

/** Reads a patch of git line by line, in linear time and silently: diff2html writes to the console for each broken hunk. */
export function createPatchReader(): PatchReader {
  let [oldLeft, newLeft] = [0, 0]
  let place: 'nowhere' | 'header' | 'hunks' | 'binary' = 'nowhere'
  return {
    isComplete: () => place !== 'nowhere' && oldLeft === 0 && newLeft === 0,
    read(line) {
      // `\ No newline at end of file`
      if (place === 'hunks' && line.startsWith('\\')) return { kind: 'other' }
      if (oldLeft > 0 || newLeft > 0) {
        const sign = line[0] ?? ' '
        if (sign === '+') newLeft -= 1
        else if (sign === '-') oldLeft -= 1
        else if (sign === ' ' || line === '\r') [oldLeft, newLeft] = [oldLeft - 1, newLeft - 1]
        if (!'+- \r'.includes(sign) || oldLeft < 0 || newLeft < 0) return { kind: 'broken' }
        return { kind: sign === '+' ? 'insert' : sign === '-' ? 'delete' : 'context' }
      }
      if (line.startsWith('diff --git ')) {
        place = 'header'
        return { kind: 'file' }
      }
      const [header, oldStart, oldCount = 1, newStart, newCount = 1] = HUNK.exec(line) ?? []
      if (header !== undefined && (place === 'header' || place === 'hunks')) {
        place = 'hunks'
        ;[oldLeft, newLeft] = [Number(oldCount), Number(newCount)]
        return { kind: 'hunk', oldStart: Number(oldStart), newStart: Number(newStart) }
      }
      if (line === 'GIT binary patch' && place === 'header') place = 'binary'
      const isBetween = place === 'header' ? !line.startsWith('@@') : place === 'binary' || line === ''
      return { kind: isBetween ? 'other' : 'broken' }
    },
  }
}

import type { SecretIndex } from '../../secrets/secret-index.ts'
import type { Change } from '../diff/change.ts'
import { scanAddedLines } from './scan-added-lines.ts'

/** The changed files with a secret that cannot be replaced in the bytes of a patch. Pure. */
export const findUnredactable = (
  changes: readonly Change[],
  known: Pick<SecretIndex, 'find' | 'redactKnown'>,
): readonly Change[] =>
  changes.filter((change) => {
    const { rawLines, ...decoded } = change
    const found = scanAddedLines([change], known).length
    if (isBinary(change) || rawLines === undefined) return isBinary(change) && found > 0
    const inText = scanAddedLines([decoded], known).length
    return inText > scanAddedLines([{ ...decoded, addedLines: rawLines }], known).length
  })

/** git counts no lines in such a file. Its patch is compressed, so no secret can be found in the patch. */
const isBinary = ({ additions, addedLines }: Change): boolean =>
  additions === 0 && addedLines !== null && addedLines.length > 0

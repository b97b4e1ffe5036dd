/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md#the-pointer */
const MAX_BYTES = 1024
const START = Buffer.from('version https://git-lfs.github.com/spec/')

/**
 * Why a file cannot get another text: what is checked out is only its pointer, and the change would put a text in the place of
 * the file. `null`: it is no pointer. Pure.
 */
export const findPointerProblem = (path: string, bytes: Buffer): string | null =>
  bytes.length < MAX_BYTES && bytes.subarray(0, START.length).equals(START)
    ? `${path} is in Git LFS, and this is only its pointer: the file itself can be neither read nor edited here. Leave it, and say so when you finish.`
    : null

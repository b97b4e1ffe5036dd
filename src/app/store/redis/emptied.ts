/** The code of the error reply of a script. */
export const EMPTIED_CODE = 'EMPTIED'

export const EMPTIED =
  'Redis has lost all data that this server started with: it was flushed, or restarted without its files. Restore them, ' +
  'or restart all servers to continue with what Redis holds now'

/** A job would look as if it had never existed. */
export class Emptied extends Error {
  override name = 'Emptied'

  constructor() {
    super(`${EMPTIED_CODE} ${EMPTIED}`)
  }
}

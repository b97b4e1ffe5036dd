/** The code of the error reply of a script. */
export const EMPTIED_CODE = 'EMPTIED'

export const EMPTIED =
  'Redis has lost all data: it was flushed, or restarted without its files. Restore them, or restart all servers to begin with an empty database'

/** A job would look as if it had never existed. */
export class Emptied extends Error {
  override name = 'Emptied'

  constructor() {
    super(`${EMPTIED_CODE} ${EMPTIED}`)
  }
}

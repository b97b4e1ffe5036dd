/** The machine lacks what git needs. The message is the detail of a reason: it names the input that chooses the machine. */
export class UnfitRunner extends Error {
  override readonly name = 'UnfitRunner'
}

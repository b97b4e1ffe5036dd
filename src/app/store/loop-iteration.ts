let iteration = {}
let isScheduled = false

/**
 * Two calls in the same iteration of the event loop return the same object: nothing that needs input or output happened
 * between them. All calls of an iteration share one immediate.
 */
export function loopIteration(): object {
  if (!isScheduled) {
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      iteration = {}
    })
  }
  return iteration
}

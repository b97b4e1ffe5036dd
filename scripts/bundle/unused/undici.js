// Replaces `undici` in the bundle: `@actions/github` sends requests with it unless it is passed another `fetch`, as here.
export async function fetch() {
  throw new Error('undici is not part of this action: use the fetch of Node')
}

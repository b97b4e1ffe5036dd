// Replaces `@actions/exec` in the bundle: `@actions/core` starts programs with it to describe the operating system, which the
// action does not ask for.
export async function getExecOutput() {
  throw new Error('@actions/exec is not part of this action: use node:child_process')
}

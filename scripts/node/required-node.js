// This file runs on the Node in PATH, which can be older than the one that Prentice needs.

const REQUIRED = 24

/** Why this Node cannot run Prentice; `null`: it can. */
export function nodeProblem({ versions, platform, arch }) {
  if (Number.parseInt(versions.node, 10) >= REQUIRED) return null
  return (
    `Prentice needs Node ${REQUIRED} or newer, and the Node in PATH is ${versions.node}. Install Node ${REQUIRED} ` +
    `(https://nodejs.org). On Linux with glibc and on macOS with an Intel processor, \`npm ci\` without --omit=dev ` +
    `installs it for the npm scripts; this is ${platform}-${arch}.`
  )
}

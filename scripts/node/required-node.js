// This file runs on the Node in PATH, which can be older than the one that Prentice needs.

/** The first that knows --use-env-proxy. */
const REQUIRED = { major: 24, minor: 5 }

/** Why this Node cannot run Prentice; `null`: it can. */
export function nodeProblem({ versions, platform, arch }) {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number)
  if (major > REQUIRED.major || (major === REQUIRED.major && minor >= REQUIRED.minor)) return null
  return (
    `Prentice needs Node ${REQUIRED.major}.${REQUIRED.minor} or newer, and the Node in PATH is ${versions.node}. ` +
    `Install Node ${REQUIRED.major} ` +
    `(https://nodejs.org). On Linux with glibc and on macOS with an Intel processor, \`npm ci\` without --omit=dev ` +
    `installs it for the npm scripts; this is ${platform}-${arch}.`
  )
}

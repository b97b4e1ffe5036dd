// `npm start` runs this first. It exits with a message if the Node that runs it is too old, or, with `--proxy`, if it cannot
// use the proxy of the environment.
import { nodeProblem } from './required-node.js'

const problem = nodeProblem(process) ?? (process.argv.includes('--proxy') ? await findProxyProblem() : null)
if (problem !== null) {
  console.error(problem)
  process.exitCode = 1
}

/** An older Node could not read the file. */
async function findProxyProblem() {
  const { proxyProblem } = await import('../../src/cli/server/proxy-problem.ts')
  return proxyProblem(process.env)
}

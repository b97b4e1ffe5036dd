// `npm start` runs this first. It exits with a message if the Node that runs it is too old.
import { nodeProblem } from './required-node.js'

const problem = nodeProblem(process)
if (problem !== null) {
  console.error(problem)
  process.exitCode = 1
}

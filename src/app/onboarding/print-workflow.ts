/** `node src/app/onboarding/print-workflow.ts`. Exit code 0 printed, 1 a variable is wrong, 2 wrong arguments. */
import { readFileSync } from 'node:fs'
import { isFullSha, usesLineOf } from '../config/action-ref.ts'
import { loadEnvironmentFile } from '../config/load-environment-file.ts'
import { readWorkflowConfig } from '../config/read-config.ts'
import { fillWorkflow } from './fill-workflow.ts'

const TEMPLATE = new URL('../../../docs/workflow.yml', import.meta.url)

const args = process.argv.slice(2)
if (args.length > 0) {
  process.stderr.write(
    'usage: npm run --silent workflow\nPrints the workflow file for repositories, with ACTION_REF and PUBLIC_URL.\n',
  )
  process.exit(args[0] === '--help' ? 0 : 2)
}
loadEnvironmentFile()
const read = readWorkflowConfig(process.env)
if (read.kind === 'invalid') {
  process.stderr.write(`${read.problems.join('\n')}\n`)
  process.exit(1)
}
const { actionRef } = read.config
if (!isFullSha(actionRef.ref))
  process.stderr.write(
    `warning: ACTION_REF is ${usesLineOf(actionRef)}, and whoever controls that repository can change what runs; ` +
      'set it to a full commit SHA, for example owner/name@SHA # v1.2.3\n',
  )
process.stdout.write(fillWorkflow(readFileSync(TEMPLATE, 'utf8'), read.config))

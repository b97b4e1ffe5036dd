/** `node src/app/onboarding/print-workflow.ts [KIND]`. Exit code 0 printed, 1 a variable is wrong, 2 wrong arguments. */

import { readFileSync } from 'node:fs'
import { commandOf } from '../command-name/command-name.ts'
import { isFullSha, usesLineOf } from '../config/action-ref.ts'
import { loadEnvironmentFile } from '../config/load-environment-file.ts'
import { setPrivateUmask } from '../config/private-umask.ts'
import { readWorkflowConfig } from '../config/read-config.ts'
import { fillWorkflow } from './fill-workflow.ts'

setPrivateUmask()
const USAGE = `usage: ${commandOf('workflow', '[KIND]')}
Prints a workflow file with the values of ACTION_REF, PUBLIC_URL and REUSABLE_WORKFLOWS.
  (no KIND)  the workflow file of a repository
  reusable   a reusable workflow for an organisation
  calling    the workflow file of a repository that calls the reusable workflow
`
const TEMPLATES: Readonly<Record<string, string>> = {
  '': 'workflow.yml',
  reusable: 'reusable-workflow.yml',
  calling: 'calling-workflow.yml',
}

const [kind = '', ...others] = process.argv.slice(2)
const template = TEMPLATES[kind]
if (template === undefined || others.length > 0) {
  process.stderr.write(USAGE)
  process.exit(kind === '--help' ? 0 : 2)
}
loadEnvironmentFile()
const read = readWorkflowConfig(process.env)
if (read.kind === 'invalid') refuse(read.problems.join('\n'))
const text = readFileSync(new URL(`../../../docs/${template}`, import.meta.url), 'utf8')
const filled = fillWorkflow(text, read.config)
if (filled === null)
  refuse('REUSABLE_WORKFLOWS: set it to the reusable workflow, as owner/name/.github/workflows/FILE@SHA')
const { actionRef } = read.config
if (kind !== 'calling' && !isFullSha(actionRef.ref))
  process.stderr.write(
    `warning: ACTION_REF is ${usesLineOf(actionRef)}, and anyone who controls that repository can change what runs; ` +
      'set it to a full commit SHA, for example owner/name@SHA # v1.2.3\n',
  )
process.stdout.write(filled)

function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`)
  process.exit(1)
}

/** `node src/app/onboarding/print-workflow.ts [KIND]`. Exit code 0 printed, 1 a variable is wrong, 2 wrong arguments. */

import { readFileSync } from 'node:fs'
import { commandOf } from '../command-line/command-name.ts'
import { HELP, parseArguments, runCommand, WrongArguments } from '../command-line/run-command.ts'
import { isFullSha, usesLineOf } from '../config/action-ref.ts'
import { loadEnvironmentFile, setPrivateUmask } from '../config/prepare-process.ts'
import { readWorkflowConfig } from '../config/read-config.ts'
import { readPublicly } from '../github/rest/read-publicly.ts'
import { inspectAction } from './inspect-action.ts'
import { fillWorkflow } from './read-account-workflow.ts'

setPrivateUmask()
const USAGE = `usage: ${commandOf('workflow', '[KIND]')}
Prints a workflow file with the values of ACTION_REF, PUBLIC_URL and REUSABLE_WORKFLOWS.
  (no KIND)  the workflow file of a repository
  reusable   a reusable workflow for an organisation
  calling    the workflow file of a repository that calls the reusable workflow
`
const TEMPLATES: ReadonlyMap<string, string> = new Map([
  ['', 'workflow.yml'],
  ['reusable', 'reusable-workflow.yml'],
  ['calling', 'calling-workflow.yml'],
])

await runCommand({
  usage: USAGE,
  readArguments() {
    const { values, positionals } = parseArguments({ options: { help: HELP }, allowPositionals: true })
    const [kind = '', ...others] = positionals
    const template = TEMPLATES.get(kind)
    if (template === undefined || others.length > 0)
      throw new WrongArguments(`there is no workflow file ${positionals.join(' ')}`)
    return { ...values, kind, template }
  },
  async run({ kind, template }) {
    loadEnvironmentFile()
    const read = readWorkflowConfig(process.env)
    if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
    const text = readFileSync(new URL(`../../../docs/${template}`, import.meta.url), 'utf8')
    const filled = fillWorkflow(text, read.config)
    if (filled === null)
      throw new Error(
        'REUSABLE_WORKFLOWS: set it to the reusable workflow, as owner/name/.github/workflows/FILE@SHA',
      )
    const { actionRef } = read.config
    if (kind !== 'calling' && !isFullSha(actionRef.ref))
      process.stderr.write(
        `warning: ACTION_REF is ${usesLineOf(actionRef)}, and anyone who controls that repository can change what runs; ` +
          'set it to a full commit SHA, for example owner/name@SHA # v1.2.3\n',
      )
    // The action of a calling file is in the reusable workflow.
    if (kind !== 'calling') {
      const { serverUrl } = read.config
      const action = await inspectAction(readPublicly(read.config), actionRef, serverUrl)
      if (action.kind === 'wrong') throw new Error(`ACTION_REF: ${action.why}`)
      if (action.kind === 'unverified')
        process.stderr.write(
          `warning: it is not known whether ${usesLineOf(actionRef)} exists: ${action.why}\n`,
        )
    }
    process.stdout.write(filled)
    return 0
  },
})

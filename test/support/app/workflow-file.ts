import { ACTION_REF } from './open-app-server.ts'

/** The least of a workflow file that a server at this address accepts. */
export const workflowFile = (publicUrl: string): string => `
run-name: Prentice \${{ inputs.run }}
on: { workflow_dispatch: { inputs: { run: { type: string } } } }
permissions: { id-token: write }
jobs:
  prentice:
    steps:
      - uses: ${ACTION_REF.repository}@${ACTION_REF.ref}
        with: { run: a, app-url: ${publicUrl} }
`

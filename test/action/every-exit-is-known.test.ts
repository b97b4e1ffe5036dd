import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Whatever could carry a text out of the action: to the runner, to a file, over the network, to another program. */
const EXIT =
  /\bcore\.(?:debug|info|notice|warning|error|setFailed|setOutput|summary|exportVariable|saveState|addPath|(?:startG|g)roup)\b|\bfetch\(|\bgetOctokit\(|\bawait (?:file\.)?writeFile\((?!editing)|\b(?:writeFile|appendFile|write)Sync\(|createWriteStream|\bconsole\.|process\.std(?:out|err)|\bspawn\(|\bexecFile\b|'commit-tree'/

/** By file, why no secret of the run leaves there. Who adds an exit says here how it is kept clean. */
const KEPT_CLEAN: Readonly<Record<string, string>> = {
  'log.ts': 'scrubs each line',
  'tell-workflow.ts': 'scrubs each output and the step summary',
  'open-transcript.ts': 'scrubs each text of each line',
  'main.ts': 'saves a word and the path of the scratch folder for the post step',
  'reporting/call-app.ts': 'sends what app-client has scrubbed, and the patch of keep-work',
  'reporting/mint-id-token.ts': 'asks the runner for a token',
  'alone/read-repository.ts': 'asks GitHub for the repository',
  'models/mend-answers.ts': 'asks the model, with what cover-task and cover-answers have cleaned',
  'models/stay-at-host.ts': 'asks the model, as does what is above, and nobody whom it points to',
  'stages/keep-work.ts': 'takes the secrets out of the patch',
  'pull-request/open-pull-request.ts': 'sends what write-pull-request has cleaned',
  'pull-request/change-body.ts': 'sends what write-checks and write-references have cleaned',
  'git/commit-tree.ts':
    'commits the tree that plan-publish has judged, with what write-commit-message has cleaned',
  'git/spawn-git.ts': 'starts git with an environment of its own; tokens for fetch and push alone',
  'git/open-repository.ts': 'writes the config of the git folder outside of the workspace',
  'git/trusted-certificates.ts': 'writes certificates',
  'checks/act-as-root.ts': 'starts the programs of the isolation with an environment of their own',
  'checks/spawn-isolated.ts': 'starts the programs of the isolation with an environment of their own',
  'workspace/apply-changes.ts': 'changes the work tree, which plan-publish judges',
}

test('each way out of the action is one of those that are kept clean', () => {
  const root = resolve('src/action')
  const exits = globSync(`${root}/**/*.ts`).filter((file) => EXIT.test(readFileSync(file, 'utf8')))
  const named = exits.map((file) => relative(root, file)).toSorted()
  expect(named).toEqual(Object.keys(KEPT_CLEAN).toSorted())
})

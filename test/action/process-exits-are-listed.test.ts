import { globSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Whatever could carry a text out of the action: to the runner, to a file, over the network, to another program. */
const EXIT =
  /\b(?:core|commands)\.(?:debug|info|notice|warning|error|setFailed|setOutput|summary|writeSummary|exportVariable|saveState|addPath|(?:startG|g)roup)\b|\bfetch\(|\b(?:getOctokit|connectGithub(?:WithRetries)?)\(|\bawait (?:file\.|handle\.)?writeFile\((?!editing)|\b(?:writeFile|appendFile|write)Sync\(|createWriteStream|\bconsole\.|process\.std(?:out|err)|\bspawn\(|\bexecFile\b|'commit-tree'/

/** By file, why no secret of the run leaves there. Who adds an exit says here how it is kept clean. */
const KEPT_CLEAN: Readonly<Record<string, string>> = {
  'log/log.ts': 'redacts each line',
  'log/workflow-commands.ts': 'passes on what log and write-outputs have redacted',
  'write-outputs.ts': 'redacts each output and the step summary',
  'output/transcript.ts': 'redacts each text of each line',
  'main.ts': 'saves a word and the path of the scratch folder for the post step',
  'control-plane/server/request.ts': 'sends what server-client has redacted, and the patch of save-patch',
  'control-plane/server/oidc-token.ts': 'asks the runner for a token',
  'control-plane/standalone/connect-issues.ts':
    "asks GitHub about issues, and writes comments of the action's own words",
  'control-plane/standalone/read-repository.ts': 'asks GitHub for the repository',
  'images/scale-image.ts': 'starts the scaler without an environment, and gives it an image',
  'images/scaler/main.ts': 'prints an image to the action; a process without secrets',
  'images/fetch-images.ts': "asks GitHub's hosts for attachments, without a token",
  'mcp/guarded-fetch.ts': 'asks MCP servers, with arguments in which open-mcp has found no secret',
  'models/providers/repair-chat-stream.ts': 'asks the model, with what redact has cleaned',
  'models/providers/same-origin-fetch.ts':
    'asks the model, as does what is above, and nobody whom it points to',
  'stages/save-patch.ts': 'takes the secrets out of the patch',
  'github/connect-github.ts': 'opens the connections that are named here',
  'github/revoke-token.ts': 'asks GitHub to end a token, with that token',
  'github/git-database.ts':
    'uploads the tree that plan-publish has judged, with what commit-message has cleaned',
  'pull-request/open-pull-request.ts':
    'sends what pull-request-text, lfs-section, checks-section and references-section have cleaned',
  'git/push/commit-tree.ts':
    'commits the tree that plan-publish has judged, with what commit-message has cleaned',
  'git/process/spawn-git.ts': 'starts git with its own environment, and with tokens for fetch and push only',
  'git/diff/find-filters.ts': 'writes the HEAD of an empty git folder outside of the workspace',
  'git/process/repository.ts': 'writes the config of the git folder outside of the workspace',
  'git/process/trusted-certificates.ts': 'writes certificates',
  'checks/isolation/overlay-folder.ts': 'lists paths of the tree that the next one lacks',
  'checks/isolation/probe.ts': 'starts Perl to read the name of its own session keyring',
  'checks/isolation/run-as-root.ts': 'starts the programs of the isolation with their own environment',
  'checks/isolation/spawn-isolated.ts': 'starts the programs of the isolation with their own environment',
  'workspace/change/transaction.ts': 'changes the work tree, which plan-publish judges',
}

test('each way out of the action is one of those that are kept clean', () => {
  const root = resolve('src/action')
  const exits = globSync(`${root}/**/*.ts`).filter((file) => EXIT.test(readFileSync(file, 'utf8')))
  const named = exits.map((file) => relative(root, file)).toSorted()
  expect(named).toEqual(Object.keys(KEPT_CLEAN).toSorted())
})

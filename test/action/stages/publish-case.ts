import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ControlPlane } from '../../../src/action/control-plane/control-plane.ts'
import { readChanges } from '../../../src/action/git/diff/read-changes.ts'
import type { ModelHandle } from '../../../src/action/models/providers/open-model.ts'
import { openSecrets } from '../../../src/action/secrets/secrets.ts'
import { composeWorkspace } from '../../../src/action/stages/compose-workspace.ts'
import { judgeChange } from '../../../src/action/stages/plan.ts'
import type { RunContext } from '../../../src/action/stages/run-context.ts'
import type { ToolResult } from '../../../src/action/workspace/files/tool-result.ts'
import type { Workspace } from '../../../src/action/workspace/workspace.ts'
import type { PublishRules } from '../../../src/contract/runner-protocol/publish.ts'
import { READ_TOKEN } from '../../fakes/github/one-repository.ts'
import { givenRemote, prepared } from '../git/given-remote.ts'

export const SCRIPT = `#!/bin/sh\n${Array.from({ length: 20 }, (_, line) => `echo line ${line}`).join('\n')}\n`
export const OTHER_SCRIPT = `#!/bin/sh\n${Array.from({ length: 20 }, (_, line) => `printf ${line * 7}`).join('\n')}\n`
export const TEXT = 'Only words.\n'

export const RULES: PublishRules = {
  ...{ allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 1000, maxBytes: 1_000_000 },
}

/** Files that are there before the run and that git does not track. */
export const UNTRACKED = ['made/out.sh', 'build/tool']

export async function openCase() {
  const { workspace: root, prepare } = await givenRemote({
    'run.sh': { executable: SCRIPT },
    'bin/tool': { executable: `${SCRIPT}exit 1\n` },
    'copy.sh': SCRIPT,
    'README.md': TEXT,
    'src/a.txt': 'a\n',
    link: { link: 'README.md' },
    'src/link': { link: 'a.txt' },
    'vendor/lib': { submodule: '0123456789012345678901234567890123456789' },
    '.gitignore': 'build/\n',
  })
  const addUntracked = () => {
    for (const path of UNTRACKED) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), OTHER_SCRIPT)
      chmodSync(join(root, path), 0o755)
    }
  }
  addUntracked()
  const checkout = prepared(await prepare())
  /** Runs the calls on the starting files, and plans what to publish. */
  const plan = async (calls: readonly Call[], rules: PublishRules) => {
    for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true })
    await checkout.repository.git(['checkout-index', '--all', '--force'])
    addUntracked()
    const { workspace } = await composeWorkspace(
      {
        workspace: root,
        secrets: openSecrets([], () => {}),
        controlPlane: { assignment: { base: 'main', branch: 'x', fetchToken: READ_TOKEN } } as ControlPlane,
      } as RunContext,
      {
        checkout,
        rules,
        model: { window: 200_000 } as ModelHandle,
        workingDirectory: null,
        context: new Map(),
      },
    )
    const results: ToolResult[] = []
    for (const call of calls) results.push(await call(workspace))
    const work = await readChanges(checkout)
    const verdict = await judgeChange(checkout, work, { rules, secrets: openSecrets([], () => {}) })
    return { results, changes: work.changes, verdict }
  }
  return { plan, root }
}

export type Call = (workspace: Workspace) => Promise<ToolResult>

export const write =
  (path: string, text: string): Call =>
  async (workspace) => {
    await workspace.read({ path })
    return workspace.write({ path, text })
  }
export const move =
  (from: string, to: string): Call =>
  (workspace) =>
    workspace.move({ from, to })
export const remove =
  (path: string): Call =>
  (workspace) =>
    workspace.delete({ path })
export const makeExecutable =
  (path: string): Call =>
  (workspace) =>
    workspace.makeExecutable({ path })
export const patch =
  (...lines: readonly string[]): Call =>
  (workspace) =>
    workspace.applyPatch({ patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') })

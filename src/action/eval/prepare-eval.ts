import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EvalReport, EvalRequest } from '../../contract/local-eval.ts'
import { describeInvalid, parseSettings } from '../../settings/parse-settings.ts'
import { SETTINGS_LIMIT, SETTINGS_PATHS, type SettingsFile } from '../../settings/settings-files.ts'
import { isStatic } from '../checks/evidence/open-evidence.ts'
import { projectSettings } from '../control-plane/standalone/compose-assignment.ts'
import { listTree, readBlob } from '../git/checkout/read-tree-files.ts'
import type { Repository } from '../git/process/repository.ts'
import type { Log } from '../log/log.ts'
import { openModel } from '../models/providers/open-model.ts'
import { openRunnerOf } from '../stages/checks.ts'
import { readTestScripts } from '../stages/compose-evidence.ts'
import { loadAgent } from '../stages/prepare.ts'
import { narrowToDirectory } from '../stages/read-settings.ts'
import { countOf } from '../text/format.ts'
import { rewordReason } from '../try/local-plane.ts'
import { type Clone, copyHead, Obstacle } from '../try/open-clone.ts'
import type { Ask } from '../try/parent.ts'
import type { LocalRuns, TryStart } from '../try/run-try.ts'
import { listFoldersOfObjects } from './copy-base.ts'
import type { Bench, EvalSetting } from './evaluate-pull.ts'
import { findChange, type HumanChange } from './find-change.ts'

// All that must hold before a model is paid for.

/** What the command line asks for, and what this process has for it. */
export interface Given {
  readonly request: EvalRequest
  readonly start: TryStart
  readonly runs: LocalRuns
  readonly log: Log
  readonly ask: Ask
}

/** Each has a git directory of its own, so that several work simultaneously. Throws an `Obstacle` if nothing can be isolated. */
export async function openBench(
  scratch: string,
  { clone, hidden, runs, start }: Given & { readonly clone: Clone; readonly hidden: readonly string[] },
): Promise<Bench> {
  const folders = { workspace: join(scratch, 'work'), scratch, temp: join(scratch, 'temp') }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true })
  const place = { environment: runs.environment, signal: start.stop.signal }
  const { repository } = await copyHead(clone, { ...place, scratch, workTree: folders.workspace })
  const opened = await openRunnerOf(
    { ...place, ...folders, hidden, now: start.now },
    Promise.resolve({ repository }),
  )
  if (opened.kind === 'open') return { repository, scratch, commandRunner: opened.commandRunner }
  throw new Obstacle(
    `the tests cannot be isolated on this machine, and run isolated or not at all: ${opened.why}. docs/checks.md lists what they need`,
  )
}

/** The folders in which commands could find the answers. */
export const hiddenFolders = async ({ root, objects }: Clone): Promise<string[]> => [
  root,
  ...(await listFoldersOfObjects(objects)),
]

export async function readSetting(
  { request, runs, start }: Given,
  {
    clone,
    repository,
    hidden,
  }: { readonly clone: Clone; readonly repository: Repository; readonly hidden: readonly string[] },
): Promise<EvalSetting> {
  const found = await listTree(repository, clone.head, SETTINGS_PATHS)
  const files: SettingsFile[] = await Promise.all(
    found.map(async ({ id, path, kind }) => ({
      path,
      text: kind === 'file' ? await readBlob(repository, id, 2 * SETTINGS_LIMIT) : null,
    })),
  )
  const parsed = parseSettings(files)
  if (parsed.kind === 'invalid')
    throw new Obstacle(
      `the settings of HEAD are invalid: ${describeInvalid(parsed)}; fix the file and commit it`,
    )
  const { settings } = parsed
  const project = projectSettings(settings, [])
  const { workingDirectory } = project
  const { checks } = workingDirectory === null ? project : narrowToDirectory(project, workingDirectory)
  const tests = (checks?.commands ?? []).filter((command) => !isStatic(command))
  if (tests.length === 0)
    throw new Obstacle(
      `no check in the settings of HEAD runs tests: add one to \`checks\` in ${SETTINGS_PATHS[0]}, and commit it`,
    )
  const scripts = await readTestScripts(repository, clone.head, workingDirectory)
  return {
    ...{ request, runs, settings: files, workingDirectory, tests },
    setup: checks?.setup ?? [],
    names: { globs: settings.tests, commands: [...tests.map(({ run }) => run), ...scripts] },
    runUsd: settings.limits?.['cost-usd'] ?? 5,
    ...{ hidden, signal: start.stop.signal, now: start.now },
  }
}

/** Each must be known by its price and have a key. */
export async function requireModels({ request, runs, log }: Given): Promise<void> {
  for (const name of request.models) {
    const opened = await openModel(name, runs.environment, { log: log.info })
    if (!opened.ok) throw new Obstacle(`${name}: ${rewordReason(opened.reason).message}`)
    for (const secret of opened.model.secrets) runs.secrets.add(secret)
    if (opened.model.price === null)
      throw new Obstacle(
        `the price of ${name} is not known, so its cost cannot be limited: set it in PRICES, for example PRICES='{"${name}": {"input": 0, "output": 0}}' for a model on this machine`,
      )
    // An upgrade of the package may replace its files while the evaluation runs.
    await loadAgent({ model: opened })
  }
}

/** As `prentice try` asks. */
export async function requireConsent({ request, ask }: Given, { setup }: EvalSetting): Promise<void> {
  const { consent } = request
  const wants = async (topic: keyof typeof consent, about: readonly string[], question: string) =>
    consent[topic] === 'yes' || (consent[topic] === 'ask' && (await ask(about, question)))
  if (process.getuid?.() !== 0 && !(await wants('isolate', [ROOT], 'May it use sudo?')))
    throw new Obstacle('the tests run isolated or not at all, and nobody has agreed to sudo (--yes)')
  const commands = setup.map(({ run }) => run)
  if (
    commands.length > 0 &&
    !(await wants('setup', commands, 'May these commands run, with network access, on each state?'))
  )
    throw new Obstacle('nobody has agreed to `setup` of the settings, which the tests need (--setup --yes)')
}

const ROOT =
  'Isolation needs root: sudo starts unshare, mount and setpriv, and the commands run as a user without rights.'

interface Selected {
  readonly changes: readonly HumanChange[]
  readonly skipped: EvalReport['skipped']
}

/** The last merged ones that have tests. */
export async function selectChanges(
  repository: Repository,
  { request, names }: EvalSetting,
  head: string,
): Promise<Selected> {
  const newestFirst = request.pulls.toSorted((one, other) => other.mergedAt.localeCompare(one.mergedAt))
  const changes: HumanChange[] = []
  let [withoutTests, notHere] = [0, 0]
  for (const pull of newestFirst) {
    if (changes.length === request.last) break
    const found = await findChange(repository, { pull, head, names })
    if (found.kind === 'found') changes.push(found.change)
    else if (found.kind === 'without-tests') withoutTests += 1
    else notHere += 1
  }
  if (changes.length > 0) return { changes, skipped: { withoutTests, notHere } }
  const all = `of ${countOf(newestFirst.length, 'merged pull request')}, ${withoutTests} have no tests or nothing else, and ${notHere} are not in the history of HEAD`
  throw new Obstacle(
    `${all}: update the clone with \`git pull\`, or name the tests with \`tests\` in the settings`,
  )
}

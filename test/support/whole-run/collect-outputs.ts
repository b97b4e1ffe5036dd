import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from './scene.ts'

/** Every place that a text of a run can get to, but for the model and the runner's own list of what to mask. */
export function allThatLeft(
  { github, app, folder }: World,
  run: { readonly log: string; readonly outputs: object; readonly summary: string },
): Readonly<Record<string, string>> {
  const objects = execFileSync(
    'git',
    ['-C', github.bare, 'cat-file', '--batch-all-objects', '--batch', '--unordered'],
    { encoding: 'latin1', maxBuffer: 64 * 1024 * 1024 },
  )
  return {
    objects,
    refs: github.git('for-each-ref'),
    pulls: JSON.stringify(github.pullRequests.map(({ token: _, ...pull }) => pull)),
    requests: github.requests.join('\n'),
    events: JSON.stringify(app.events),
    results: JSON.stringify(app.results),
    patches: app.patches.join('\n'),
    log: run.log
      .split('\n')
      .filter((line) => !line.startsWith('::add-mask::'))
      .join('\n'),
    outputs: JSON.stringify(run.outputs),
    summary: run.summary,
    transcript: readFileSync(join(folder, 'temp/run_1.transcript.jsonl'), 'utf8'),
  }
}

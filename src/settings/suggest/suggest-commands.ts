import { compiledCommands } from './compiled-commands.ts'
import { nodeCommands } from './node-commands.ts'
import type { ProjectFiles, Suggestion } from './project-files.ts'
import { pythonCommands } from './python-commands.ts'

/**
 * Commands that would check a change of this repository, from its manifests. A Makefile adds only what no manifest has:
 * its targets mostly call the same tools. Empty: nothing is recognised. Pure.
 */
export function suggestCommands(files: ProjectFiles): Suggestion {
  const found = [nodeCommands(files), pythonCommands(files), compiledCommands(files)]
  const setup = found.flatMap((one) => one.setup)
  const checks = found.flatMap((one) => one.checks)
  return { setup, checks: checks.length > 0 ? checks : makeChecks(files) }
}

const TARGETS = ['lint', 'check', 'test'] as const

function makeChecks({ texts }: ProjectFiles): string[] {
  const targets = (texts.Makefile ?? '').split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    // A recipe begins with a tab, and `:=` is an assignment.
    return at < 1 || /^[\t#.]/.test(line) || /^:?=/.test(line.slice(at + 1, at + 3))
      ? []
      : line.slice(0, at).split(/\s+/)
  })
  return TARGETS.filter((target) => targets.includes(target)).map((target) => `make ${target}`)
}

import { MANIFESTS, type ProjectFiles } from '../../settings/suggest/project-files.ts'
import { suggestCommands } from '../../settings/suggest/suggest-commands.ts'
import { writeSuggestion } from '../../settings/suggest/write-suggestion.ts'
import type { InstalledRepository, RepositoryRef } from '../github/repository.ts'
import type { AppInspection } from '../github/rest/inspect-app.ts'
import type { OnboardGithub } from '../github/rest/onboard.ts'

export type ManifestReader = Pick<OnboardGithub, 'listRoot'> & Pick<AppInspection, 'readWorkflowFile'>

/** The settings template, with the commands that the default branch suggests in the place of its examples. */
export async function suggestSettings(
  github: ManifestReader,
  repository: RepositoryRef,
  { defaultBranch, template }: Pick<InstalledRepository, 'defaultBranch'> & { readonly template: string },
): Promise<string> {
  const names = await github.listRoot(repository, defaultBranch)
  const found = MANIFESTS.filter((name) => names.includes(name))
  const read = await Promise.all(found.map((name) => github.readWorkflowFile(repository, name)))
  const texts = Object.fromEntries(found.map((name, index) => [name, read[index] ?? '']))
  return fillSettings(template, { names, texts })
}

const EXAMPLES = /^# (?:setup|checks): .*\n?/gm

/** Every line stays a comment. Pure. */
function fillSettings(template: string, files: ProjectFiles): string {
  const suggestion = writeSuggestion(suggestCommands(files))
  if (suggestion === '') return template
  const lines = suggestion.split('\n').map((line) => `# ${line}\n`)
  return `${template.replaceAll(EXAMPLES, '')}\n${INTRODUCTION}${lines.join('')}`
}

const INTRODUCTION = `# Suggested from the files of this repository: commands that run before the agent, with network access (setup), and commands
# that run on each change, without network access (checks).
`

import { readFileSync } from 'node:fs'
import { type ProjectFiles, suggestCommands, writeSuggestion } from '../../settings/suggest-commands.ts'
import { CommandError } from '../output/exit-code.ts'
import type { Action } from './find-action.ts'

/** The variables in which the action reads the key of a provider. A test compares them with the providers of the action. */
export const KEYS: Readonly<Record<string, string>> = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
  'openai-compatible': 'OPENAI_COMPATIBLE_API_KEY',
}
const BASE_URL = 'OPENAI_COMPATIBLE_BASE_URL'

const TEMPLATE = readFileSync(new URL('../../../docs/standalone.yml', import.meta.url), 'utf8')

export const DEFAULT_MODEL = /^ +model: (\S+)$/m.exec(TEMPLATE)?.[1] ?? ''

export interface Model {
  readonly name: string
  /** The variable in which the action reads the key. */
  readonly variable: string
  /** Of a local or other server; `null`: the provider's own. */
  readonly baseUrl: string | null
}

export function chooseModel(name: string, environment: Readonly<Record<string, string | undefined>>): Model {
  const [, provider = ''] = /^([a-z-]+)\/[\w.:/@-]+$/.exec(name) ?? []
  const variable = KEYS[provider]
  if (variable === undefined)
    throw new CommandError(
      `--model ${name}: write provider/model, with one of the providers ${Object.keys(KEYS).join(', ')}`,
    )
  const baseUrl = provider === 'openai-compatible' ? (environment[BASE_URL] ?? '') : null
  if (baseUrl !== null && !URL.canParse(baseUrl))
    throw new CommandError(
      `set ${BASE_URL} to the address of the model's server, which the workflow file names`,
    )
  return { name, variable, baseUrl }
}

export const WORKFLOW_PATH = '.github/workflows/prentice.yml'
export const SETTINGS_PATH = '.github/prentice.yml'

/** How the workflow gets to call the model: with a stored key, or with an OIDC token and these variables (docs/keyless.md). */
export type ModelAccess =
  | { readonly kind: 'key'; readonly secret: string }
  | { readonly kind: 'keyless'; readonly variables: Readonly<Record<string, string>> }

/** The template of standalone mode, filled in. */
export function writeWorkflow({
  action,
  model,
  access,
  host,
}: {
  readonly action: Action
  readonly model: Model
  readonly access: ModelAccess
  readonly host: string
}): string {
  const version = action.version === null ? '' : ` # ${action.version}`
  const lines =
    access.kind === 'key'
      ? [`          ${model.variable}: \${{ secrets.${access.secret} }}`]
      : Object.entries(access.variables).map(([name, value]) => `          ${name}: ${JSON.stringify(value)}`)
  const baseUrl = model.baseUrl === null ? [] : [`          ${BASE_URL}: ${JSON.stringify(model.baseUrl)}`]
  return (
    TEMPLATE.replace(
      /^(?:#.*\n)+/,
      `# Prentice without a server: ${docsOf(action, host)}/action.md#standalone-mode\n`,
    )
      .replace(
        /uses: OWNER\/NAME@0{40} # VERSION/,
        () => `uses: ${action.repository}@${action.sha}${version}`,
      )
      .replace(/^( +model: ).*$/m, (_, start: string) => `${start}${model.name}`)
      // With the lines below it, which say how Anthropic is called without a key.
      .replace(/^ +ANTHROPIC_API_KEY: .*\n(?: +#.*\n)*/m, () => [...lines, ...baseUrl, ''].join('\n'))
  )
}

const docsOf = ({ repository, sha }: Action, host: string): string =>
  `https://${host}/${repository}/blob/${sha}/docs`

/** Commands that check a change, as settings in YAML; empty: the files of the repository suggest none. */
export const suggestSettings = (files: ProjectFiles): string => writeSuggestion(suggestCommands(files))

/** The settings file; `null`: there is nothing to set. */
export function writeSettings({
  action,
  host,
  commands,
  readsEveryone,
}: {
  readonly action: Action
  readonly host: string
  /** In YAML. */
  readonly commands: string
  /** The agent reads issues of people without write access. */
  readonly readsEveryone: boolean
}): string | null {
  const parts = [
    ...(commands === '' ? [] : [`# They check each change.\n${commands}`]),
    ...(readsEveryone ? [EVERYONE] : []),
  ]
  if (parts.length === 0) return null
  return `# Settings of Prentice: ${docsOf(action, host)}/settings.md\n\n${parts.join('\n\n')}\n`
}

const EVERYONE = `# The agent reads issues that anybody wrote. CI waits for a person where it has read one: without a server, always.
triggers:
  conversation: everyone
ci: hold`

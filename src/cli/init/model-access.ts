import type { Context } from '../commands/context.ts'
import { askLine, canAsk } from '../commands/read-input.ts'
import { CommandError } from '../output/exit-code.ts'
import { at, type Gh } from './gh.ts'
import { type Model, WORKFLOW_PATH } from './setup-files.ts'

/** The variables that each provider requires. A test compares them with those that the action reads. */
export const KEYLESS = {
  anthropic: ['ANTHROPIC_FEDERATION_RULE_ID', 'ANTHROPIC_ORGANIZATION_ID'],
  openai: ['OPENAI_IDENTITY_PROVIDER_ID', 'OPENAI_SERVICE_ACCOUNT_ID'],
  azure: ['AZURE_CLIENT_ID', 'AZURE_TENANT_ID'],
  openrouter: ['OPENROUTER_FEDERATION_POLICY_ID'],
} as const

/** Throws for a provider that the action calls only with a key. Pure. */
export function keylessVariables({ name, baseUrl }: Model): readonly string[] {
  const [provider = ''] = name.split('/')
  const host = baseUrl === null ? '' : new URL(baseUrl).hostname
  if (provider === 'anthropic' || provider === 'openai') return KEYLESS[provider]
  if (host === 'openrouter.ai') return KEYLESS.openrouter
  if (/\.azure\.com$/.test(host)) return KEYLESS.azure
  throw new CommandError(
    `--keyless: ${name} needs a key; without one, Prentice calls Anthropic, OpenAI, Azure and OpenRouter`,
  )
}

/** Ids of providers, which have no quotes and no spaces. */
const ID = /^[\w.:/@-]{1,200}$/

/** From the environment, or from a person. They are ids, and no secrets. */
export async function readVariables(
  { environment, terminal, signal }: Context,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {}
  for (const name of names) {
    const kept = environment[name]?.trim() ?? ''
    const value = kept === '' && canAsk(terminal) ? await askLine(terminal, `${name}:`, signal) : kept
    signal.throwIfAborted()
    if (!ID.test(value.trim()))
      throw new CommandError(
        `--keyless needs ${names.join(' and ')}: set ${name} to the id that the provider shows`,
      )
    found[name] = value.trim()
  }
  return found
}

/** What the trust rule of the provider must demand, so that no other workflow of the repository may call the model. */
export async function describeTrust(
  gh: Gh,
  { name, defaultBranch }: { readonly name: string; readonly defaultBranch: string },
): Promise<string[]> {
  const { body } = await gh.call('GET', `repos/${name}`)
  const ref = `refs/heads/${defaultBranch}`
  const issuer =
    gh.host === 'github.com'
      ? 'https://token.actions.githubusercontent.com'
      : `https://${gh.host}/_services/token`
  return [
    'The trust rule of the provider must demand these claims of the OIDC token:',
    `  iss: ${issuer}`,
    `  repository_id: ${at(body, 'id')}, repository_owner_id: ${at(body, 'owner', 'id')}`,
    `  ref: ${ref}`,
    `  job_workflow_ref: ${name}/${WORKFLOW_PATH}@${ref}`,
  ]
}

/** Whether a workflow file that exists calls the model without a stored key. Pure. */
export const isKeyless = (workflow: string): boolean =>
  !/^ +\w+_API_KEY: /m.test(workflow) &&
  Object.values(KEYLESS).some(([first]) => new RegExp(`^ +${first}: `, 'm').test(workflow))

import { secretsInBinding } from '../mcp/header-bindings.ts'
import { secretsInHeaders } from '../models/providers/custom-headers.ts'
import { isPlaceholderKey } from '../models/providers/placeholder-key.ts'
import { MIN_SECRET_LENGTH } from '../secrets/secret-encodings.ts'

/** The environment of the step. The process itself no longer has the secrets in it. */
export interface ActionEnvironment {
  readonly all: Readonly<Record<string, string | undefined>>
  /** Values that must never be logged. */
  readonly secrets: readonly string[]
}

/**
 * Names of secrets: GitHub tokens, keys of model providers, and others that the job's `env:` sets. Not every `…_KEY`: the
 * value of a CACHE_KEY may be an ordinary text, and a change that contains a secret is refused.
 */
const SECRET_NAME = /(^|_)(TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i

/** Passwords in other URLs are often ordinary words, for example that of a test database, which many files contain. */
const PROXY_NAME = /^(https?|all)_proxy$/i

/**
 * Copies the environment and deletes from `env` all inputs, the variables of the runner's services and all secrets, so
 * that no child process inherits them. With `ACTIONS_ID_TOKEN_REQUEST_*` alone, a process can mint OIDC tokens for any
 * audience.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): ActionEnvironment {
  const all = { ...env }
  const secrets = new Set<string>()
  for (const [name, value] of Object.entries(all)) {
    const secret = isSecret(name)
    const isProxy = PROXY_NAME.test(name)
    const binding = [...secretsInBinding(name, value ?? ''), ...secretsInHeaders(name, value ?? '')]
    const found = secret ? [value?.trim() ?? ''] : isProxy ? passwordsIn(value ?? '') : binding
    for (const text of found) {
      if (text.length >= MIN_SECRET_LENGTH && !isPlaceholderKey(text, baseUrlOf(name, all))) secrets.add(text)
    }
    if (secret || /^(INPUT|ACTIONS|PRENTICE_MCP)_|_CUSTOM_HEADERS$/i.test(name)) delete env[name]
  }
  return { all, secrets: [...secrets] }
}

/** Where a key goes: `OPENAI_BASE_URL` for `OPENAI_API_KEY`. */
const baseUrlOf = (name: string, all: ActionEnvironment['all']): string | undefined =>
  name.endsWith('_API_KEY') ? all[name.replace(/API_KEY$/, 'BASE_URL')] : undefined

/** As written in the URL, and decoded. */
function passwordsIn(value: string): string[] {
  const password = URL.parse(value.trim())?.password ?? ''
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    // A percent sign that starts no escape.
    return [password]
  }
}

function isSecret(name: string): boolean {
  return SECRET_NAME.test(name) || name.toUpperCase() === 'INPUT_GITHUB-TOKEN'
}

/** The environment as the step got it; what is secret in it is gone from the process's own. */
export interface ActionEnvironment {
  readonly all: Readonly<Record<string, string | undefined>>
  /** Values that must never be printed. */
  readonly secrets: readonly string[]
}

/**
 * Named for a secret: tokens of GitHub, keys of model providers, and whatever else the job's `env:` passes along. Not
 * every `…_KEY`: the value of a CACHE_KEY is an ordinary text, and a change that holds a secret is refused.
 */
const SECRET_NAME = /(^|_)(TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i

/** Of other addresses the password is mostly a word, that of a database for tests say, which is in many files. */
const PROXY_NAME = /^(https?|all)_proxy$/i

/** Shorter values are words like `true`; masking them would blank out half the log. */
const SHORTEST_SECRET = 8

/**
 * Copies the environment and deletes from `env` every input, everything of the runner's own services and every
 * secret, so that no child process inherits one: a step's process can mint OIDC tokens for any audience with the
 * `ACTIONS_ID_TOKEN_REQUEST_*` pair alone.
 */
export function readEnvironment(env: NodeJS.ProcessEnv): ActionEnvironment {
  const all = { ...env }
  const secrets = new Set<string>()
  for (const [name, value] of Object.entries(all)) {
    const secret = isSecret(name)
    const isProxy = PROXY_NAME.test(name)
    const found = secret ? [value?.trim() ?? ''] : isProxy ? passwordsIn(value ?? '') : []
    for (const text of found) if (text.length >= SHORTEST_SECRET) secrets.add(text)
    if (secret || /^(INPUT|ACTIONS)_/i.test(name)) delete env[name]
  }
  return { all, secrets: [...secrets] }
}

/** As it is written in the address, and as it is meant. */
function passwordsIn(value: string): string[] {
  const password = URL.parse(value.trim())?.password ?? ''
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    // A percent sign that encodes nothing.
    return [password]
  }
}

function isSecret(name: string): boolean {
  return SECRET_NAME.test(name) || name.toUpperCase() === 'INPUT_GITHUB-TOKEN'
}

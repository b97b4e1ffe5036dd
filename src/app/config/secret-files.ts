import { readFileSync } from 'node:fs'

const SECRETS = ['PRIVATE_KEY', 'WEBHOOK_SECRET', 'CLIENT_SECRET', 'KEY_PEPPER', 'METRICS_TOKEN']

export interface SecretFiles {
  readonly values: NodeJS.ProcessEnv
  readonly problems: readonly { readonly name: string; readonly message: string }[]
  /** The variable that a value came from. */
  readonly nameOf: (name: string) => string
}

/** Reads secrets from files, as most secret stores provide them. */
export function readSecretFiles(environment: NodeJS.ProcessEnv): SecretFiles {
  const values = { ...environment }
  const problems: { name: string; message: string }[] = []
  for (const name of SECRETS) {
    const variable = `${name}_FILE`
    const path = environment[variable]
    if (path === undefined) continue
    if (environment[name] !== undefined) {
      problems.push({ name: variable, message: `${name} is set, too; set only one of them` })
      continue
    }
    try {
      values[name] = readFileSync(path, 'utf8')
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      problems.push({
        name: variable,
        message: `the file ${path} cannot be read (${why}); check the path and its permissions`,
      })
    }
  }
  const fromFile = (name: string): boolean =>
    SECRETS.includes(name) && environment[`${name}_FILE`] !== undefined
  return { values, problems, nameOf: (name) => (fromFile(name) ? `${name}_FILE` : name) }
}

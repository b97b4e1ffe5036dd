import { join } from 'node:path'

/** What programs need to run, and to reach a registry through a proxy. Everything else could hold a credential. */
const KEPT = [
  ...['PATH', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ'],
  ...['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'],
]

interface Confinement {
  /** Holds the home of the rehearsal, with npm's settings. */
  readonly folder: string
  /** Address of the local registry. */
  readonly registry: string
  /** Of npm, for what it has downloaded before. */
  readonly cache: string
}

/**
 * The environment of everything that a rehearsal runs. Git speaks to folders only and npm to the local registry, and no credential of
 * the person is there: neither their home, nor a variable of theirs.
 */
export const confine = (
  environment: Readonly<Record<string, string | undefined>>,
  { folder, registry, cache }: Confinement,
): Record<string, string> => ({
  ...Object.fromEntries(KEPT.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []))),
  HOME: join(folder, 'home'),
  XDG_CONFIG_HOME: join(folder, 'home'),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: 'file',
  ...author('AUTHOR'),
  ...author('COMMITTER'),
  NO_PROXY: '127.0.0.1',
  no_proxy: '127.0.0.1',
  npm_config_registry: registry,
  npm_config_userconfig: join(folder, 'home/.npmrc'),
  npm_config_globalconfig: '/dev/null',
  npm_config_cache: cache,
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
})

const author = (role: string): Record<string, string> => ({
  [`GIT_${role}_NAME`]: 'Rehearsal',
  [`GIT_${role}_EMAIL`]: 'rehearsal@localhost',
})

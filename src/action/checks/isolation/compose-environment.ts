/** Locations of toolchains that earlier steps of the workflow set. */
const TOOLCHAINS = ['JAVA_HOME', 'GOROOT', 'DOTNET_ROOT']

const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE']
const PROXIES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'no_proxy', 'NO_PROXY']

/** The complete environment of an isolated command, as `NAME=value`. Pure. */
export function composeEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  phase: 'setup' | 'round',
): string[] {
  const passed = [...TOOLCHAINS, ...(phase === 'setup' ? [...CERTIFICATES, ...PROXIES] : [])]
  return [
    `PATH=${environment.PATH ?? '/usr/local/bin:/usr/bin:/bin'}`,
    'HOME=/home/checks',
    'USER=checks',
    'LOGNAME=checks',
    'SHELL=/bin/sh',
    'TMPDIR=/tmp',
    'LANG=C.UTF-8',
    'CI=true',
    'NO_COLOR=1',
    ...passed.flatMap((name) => {
      const value = environment[name]
      return value === undefined || holdsCredentials(value) ? [] : [`${name}=${value}`]
    }),
  ]
}

/** The URL of a proxy may contain a password. */
const holdsCredentials = (value: string): boolean => value.includes('@')

import http from 'node:http'
import { fail } from '../outcome/run-failure.ts'

const PROXY_NAME = /^https?_proxy$/i

/**
 * Makes `fetch` use the proxy of the environment, from Node 24.14 on; an older runner works only without one. A proxy
 * without a scheme is one of http, as for curl and so for git. Node refuses it.
 */
export function useProxy(environment: Readonly<Record<string, string | undefined>>): void {
  const proxies = Object.entries(environment)
    .filter(([name]) => PROXY_NAME.test(name))
    .map(([name, value = '']) => [name, withScheme(value.trim())] as const)
  const wrong = proxies.find(([, value]) => value !== '' && URL.parse(value) === null)
  // Without its value, which may hold a password.
  if (wrong !== undefined)
    throw fail(
      'input-invalid',
      `the environment variable ${wrong[0]} is not the URL of a proxy; write it like http://proxy.example:8080`,
    )
  http.setGlobalProxyFromEnv?.({ ...environment, ...Object.fromEntries(proxies) })
}

const withScheme = (value: string): string =>
  value === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`

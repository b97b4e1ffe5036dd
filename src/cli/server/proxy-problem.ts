const PROTOCOLS = ['http:', 'https:', 'socks:', 'socks5:']

/**
 * Why Node cannot use the proxy that the environment names: with `--use-env-proxy`, it would end with a stack trace before
 * the program starts. `null`: it can, or there is none. The value can contain a password and is not repeated.
 */
export function proxyProblem(environment: NodeJS.ProcessEnv): string | null {
  // The lower-case name wins, as in Node.
  const names = ['https_proxy', 'http_proxy'].map((name) =>
    environment[name] === undefined ? name.toUpperCase() : name,
  )
  const wrong = names.find((name) => environment[name] && !isUsable(environment[name]))
  return wrong === undefined
    ? null
    : `${wrong}: set it to the URL of the proxy, with http:// or https://, for example http://proxy.example.com:8080`
}

const isUsable = (text: string): boolean => URL.canParse(text) && PROTOCOLS.includes(new URL(text).protocol)

/** The variables that also Node's `--use-env-proxy` reads; the lower-case one wins. */
export interface ProxyVariables {
  readonly https: string | null
  readonly none: string | null
}

export const readProxyVariables = (environment: NodeJS.ProcessEnv): ProxyVariables => ({
  https: environment.https_proxy || environment.HTTPS_PROXY || null,
  none: environment.no_proxy || environment.NO_PROXY || null,
})

/** The proxy through which https requests to a host go; `null`: none. Pure. */
export function proxyFor({ https, none }: ProxyVariables, host: string): URL | null {
  if (https === null || isExempt(none ?? '', host.toLowerCase())) return null
  return new URL(https.includes('://') ? https : `http://${https}`)
}

const isExempt = (list: string, host: string): boolean =>
  list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true
      const name = entry.replace(/^\*?\./, '').replace(/:443$/, '')
      return name !== '' && (host === name || host.endsWith(`.${name}`))
    })

/** The parts of SITE_URL, the address at which the site is published. Without it, the site is built for the root of a host. */
export function siteAddress(url: string | undefined): { readonly origin?: string; readonly base: string } {
  if (!url) return { base: '' }
  if (!URL.canParse(url))
    throw new Error(`SITE_URL is "${url}": set it to the full address, such as https://example.com/docs`)
  const { origin, pathname } = new URL(url)
  return { origin, base: pathname.replace(/\/$/, '') }
}

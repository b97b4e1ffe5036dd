/**
 * The next page (RFC 8288). Relative, since the public address is not the one that the request names; and only what the
 * operation knows of the query, so that the header is not as long as the caller likes.
 */
export function linkHeader(
  query: Readonly<Record<string, string | number | Readonly<Record<string, string>> | undefined>>,
  nextCursor: string | null,
): Record<string, string> {
  if (nextCursor === null) return {}
  const given = Object.entries({ ...query, cursor: nextCursor })
  const known = given.flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    if (typeof value !== 'object') return [[name, String(value)]]
    return Object.entries<string>(value).map(([key, text]) => [`${name}[${key}]`, text])
  })
  return { link: `<?${new URLSearchParams(known)}>; rel="next"` }
}

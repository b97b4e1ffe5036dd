/**
 * The next page (RFC 8288). Relative, since the public address is not the one that the request names; and only what the
 * operation knows of the query, so that the header is not as long as the caller likes.
 */
export function linkHeader(
  query: Readonly<Record<string, string | number | undefined>>,
  nextCursor: string | null,
): Record<string, string> {
  if (nextCursor === null) return {}
  const given = Object.entries({ ...query, cursor: nextCursor })
  const known = given.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return { link: `<?${new URLSearchParams(known)}>; rel="next"` }
}

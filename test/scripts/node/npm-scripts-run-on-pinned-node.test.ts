import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

const SCRIPTS = join(import.meta.dirname, '../../../scripts/node')
const PLATFORM = `${process.platform}-${process.arch}`

let project: string
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'node-test-'))
  onTestFinished(() => rm(project, { recursive: true }))
})

/** Installs a stand-in for the package of this platform. */
async function installBinary(script: string): Promise<void> {
  const folder = join(project, `node_modules/node-${PLATFORM}/bin`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'node'), `#!/bin/sh\n${script}\n`)
  await chmod(join(folder, 'node'), 0o755)
}

/** Runs a script as if this Node had another version. */
const runOn = (version: string, script: string) =>
  new Promise<{ code: number; stderr: string }>((resolve) => {
    const versions = JSON.stringify({ ...process.versions, node: version })
    const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:${versions}})`
    const args = ['--import', pretend, join(SCRIPTS, script), project]
    execFile(process.execPath, args, (error, _stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stderr })
    })
  })

const linked = () => readlink(join(project, 'node_modules/.bin/node')).catch(() => null)

test('the pinned binary becomes the node of the npm scripts, whatever Node is in PATH', async () => {
  await installBinary('echo v24.21.0')
  expect(await runOn('20.1.0', 'link-node.js')).toEqual({ code: 0, stderr: '' })
  expect(await linked()).toBe(`../node-${PLATFORM}/bin/node`)
  expect(await runOn('20.1.0', 'link-node.js')).toEqual({ code: 0, stderr: '' })
  expect(await linked()).toBe(`../node-${PLATFORM}/bin/node`)
})

test('a pinned binary that does not run here is not linked', async () => {
  await installBinary('exit 127')
  await mkdir(join(project, 'node_modules/.bin'))
  await symlink(`../node-${PLATFORM}/bin/node`, join(project, 'node_modules/.bin/node'))
  expect(await runOn('24.5.0', 'link-node.js')).toEqual({ code: 0, stderr: '' })
  expect(await linked()).toBeNull()
})

test.each(['link-node.js', 'require-node.js'])(
  'without a pinned binary, %s accepts Node 24.5 and explains why an older one is not enough',
  async (script) => {
    for (const version of ['24.5.0', '24.10.1', '26.0.0'])
      expect(await runOn(version, script)).toEqual({ code: 0, stderr: '' })
    // 24.4 does not know --use-env-proxy.
    for (const version of ['20.1.0', '23.11.0', '24.4.1']) {
      const { code, stderr } = await runOn(version, script)
      expect(code).toBe(1)
      expect(stderr).toContain(
        `Prentice needs Node 24.5 or newer, and the Node in PATH is ${version}. Install Node 24 `,
      )
    }
  },
)

test('every command of an operator looks at the version of Node first', () => {
  const { scripts, engines } = JSON.parse(readFileSync(join(SCRIPTS, '../../package.json'), 'utf8'))
  expect(engines).toEqual({ node: '>=24.5' })
  for (const name of ['keys', 'backup', 'projects', 'move', 'pause', 'resume'])
    expect([name, scripts[`pre${name}`]]).toEqual([name, 'node scripts/node/require-node.js'])
  for (const name of ['start', 'doctor', 'onboard', 'runner-repository', 'workflow'])
    expect([name, scripts[`pre${name}`], scripts[name]]).toEqual([
      name,
      'node scripts/node/require-node.js --proxy',
      expect.stringContaining(' --use-env-proxy '),
    ])
})

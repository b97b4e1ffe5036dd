/**
 * Stands for `gh` in a rehearsal: what the release workflow asks of it, done to the bare repository REHEARSAL_REMOTE and the file
 * REHEARSAL_RELEASES. Anything else is refused.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'

const remote = process.env.REHEARSAL_REMOTE ?? ''
const releases = process.env.REHEARSAL_RELEASES ?? ''
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', remote, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

try {
  act()
} catch (error) {
  process.stderr.write(`gh: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

function act(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      'verify-tag': { type: 'boolean' },
      title: { type: 'string' },
      notes: { type: 'string' },
      silent: { type: 'boolean' },
      method: { type: 'string', default: 'GET' },
      field: { type: 'string', short: 'F', multiple: true, default: [] },
      'raw-field': { type: 'string', short: 'f', multiple: true, default: [] },
    },
  })
  const [command = '', verb = '', tag = '', ...files] = positionals
  const known = `${command} ${command === 'api' ? values.method : verb}`
  const fields = new Map(
    [...values.field, ...values['raw-field']].map((field) => {
      const [name = '', ...value] = field.split('=')
      return [name, value.join('=')]
    }),
  )
  switch (known) {
    case 'release view':
      if (!existsSync(join(releases, tag))) throw new Error('release not found')
      return
    case 'release create': {
      if (values['verify-tag']) git('rev-parse', '--verify', '--quiet', `refs/tags/${tag}`)
      mkdirSync(join(releases, tag))
      for (const file of files) copyFileSync(file, join(releases, tag, basename(file)))
      writeFileSync(join(releases, tag, 'notes.md'), values.notes ?? '')
      return
    }
    case 'api GET':
      git('rev-parse', '--verify', '--quiet', refOf(verb, 'git/ref/'))
      return
    case 'api PATCH': {
      const ref = refOf(verb, 'git/refs/')
      const old = git('rev-parse', '--verify', '--quiet', ref).trim()
      if (fields.get('force') !== 'true') git('merge-base', '--is-ancestor', old, fields.get('sha') ?? '')
      git('update-ref', ref, commitOf(fields))
      return
    }
    case 'api POST':
      if (!verb.endsWith('/git/refs')) throw new Error(`the rehearsal does not know ${verb}`)
      // GitHub refuses a reference that exists.
      git('update-ref', fields.get('ref') ?? '', commitOf(fields), '')
      return
    default:
      throw new Error(`the rehearsal does not know \`gh ${known}\``)
  }
}

function refOf(path: string, before: string): string {
  const [, name] = path.split(before)
  if (name === undefined) throw new Error(`the rehearsal does not know ${path}`)
  return `refs/${name}`
}

function commitOf(fields: ReadonlyMap<string, string>): string {
  return git('rev-parse', '--verify', '--quiet', `${fields.get('sha')}^{commit}`).trim()
}

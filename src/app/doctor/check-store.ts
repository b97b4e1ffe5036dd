import { commandOf } from '../command-line/command-name.ts'
import { type FileState, inspectDatabase, type ServerState } from '../store/open/inspect.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

const MB = 1024 * 1024
/** A job takes some kilobytes, one with events and a patch megabytes. */
const LITTLE = 1024 * MB
const TOO_LITTLE = 100 * MB

/** The database can be used, and loses nothing. */
export async function checkStore(databaseUrl: string, keyPepper: string | null): Promise<Finding[]> {
  const state = await inspectDatabase(databaseUrl, keyPepper)
  return state.kind === 'file' ? describeFile(state) : describeServer(state)
}

function describeServer({ name, isMissing, fault, caveats }: ServerState): Finding[] {
  if (fault !== null) return [fail('store', fault, `fix this, or check DATABASE_URL and ${name}`)]
  const risks = caveats.map((caveat) =>
    warn('store', caveat, 'docs/reliability.md says what each store promises'),
  )
  if (isMissing) {
    const todo =
      'the server makes it at its first start; if it has started before, DATABASE_URL names another database'
    return [warn('store', `${name} answers, and holds no data of Prentice yet`, todo), ...risks]
  }
  return [ok('store', `${name} answers, and holds the data of Prentice`), ...risks]
}

/** The file is intact and on a disk of this machine that has space left. */
function describeFile({ path, share, bytes, freeBytes, fault }: FileState): Finding[] {
  const free = `${Math.floor(freeBytes / MB)} MB are free on its disk`
  const findings: Finding[] = []
  if (share !== null)
    findings.push(
      fail('store', `${path} is on a network share (${share})`, 'put it on a disk of this machine'),
    )
  else if (fault !== null)
    findings.push(
      fail('store', fault, `fix this before you start the server; \`${commandOf('backup')}\` makes copies`),
    )
  else if (bytes === null)
    findings.push(warn('store', `there is no database ${path} yet`, 'the server makes it at its first start'))
  else findings.push(ok('store', `${path} is in order (${Math.ceil(bytes / MB)} MB)`))

  const room = 'make room, or move the database; without space no job is accepted'
  if (freeBytes < TOO_LITTLE) findings.push(fail('disk', free, room))
  else if (freeBytes < LITTLE) findings.push(warn('disk', free, room))
  else findings.push(ok('disk', free))
  return findings
}

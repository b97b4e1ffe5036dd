import { chmodSync, chownSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, it, onTestFinished } from 'vitest'
import { pickPort } from '../../../../sandbox/world/pick-port.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { startPostgres, unprivileged } from '../../../support/stores/postgres-server.ts'
import { startRedis } from '../../../support/stores/redis-server.ts'
import { describeRemote, KEY_PEPPER, POSTGRES, REDIS } from '../../../support/stores/stores.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { newCertificate } from '../../../support/trusted-certificate.ts'

/** Files with a certificate for localhost, which the user of PostgreSQL can read, too. */
function certificateFiles() {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const { key, cert } = newCertificate()
  const files = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
  writeFileSync(files.key, key, { mode: 0o600 })
  writeFileSync(files.cert, cert)
  const user = unprivileged()
  return {
    ...files,
    forPostgres() {
      if (user !== undefined) chownSync(files.key, user.uid, user.gid)
    },
  }
}

const open = (url: string) => openStore(url, { keyPepper: KEY_PEPPER })

describeRemote(POSTGRES, () => {
  it('is used only if its certificate is for its host, and from the given authority', async () => {
    const files = certificateFiles()
    files.forPostgres()
    const folder = join(temporaryFolder(), 'postgres')
    const settings = { ssl: 'on', ssl_cert_file: files.cert, ssl_key_file: files.key }
    chmodSync(join(folder, '..'), 0o755)
    const server = await startPostgres({ folder, isDurable: false, settings })
    onTestFinished(() => server.stop())
    const at = (host: string, authority: string) =>
      `postgres://prentice:password@${host}:${server.port}/postgres?sslmode=verify-full${authority}`
    const given = `&sslrootcert=${files.cert}`

    await expect(open(at('localhost', ''))).rejects.toThrow(/sslrootcert in DATABASE_URL/)
    await expect(open(at('localhost', `&sslrootcert=${certificateFiles().cert}`))).rejects.toThrow(
      /certificate/,
    )
    await expect(open(at('127.0.0.1', given))).rejects.toThrow(
      /does not match certificate.*: use a host name that its certificate contains$/,
    )
    const store = await open(at('localhost', given))
    onTestFinished(() => store.close())
    expect(await store.commit({ set: [{ key: 'a', value: '1' }] })).toBe(true)
  })
})

describeRemote(REDIS, () => {
  it('is not used if nobody knows the authority of its certificate', async () => {
    const files = certificateFiles()
    const port = await pickPort(0)
    const settings = {
      'tls-cert-file': files.cert,
      'tls-key-file': files.key,
      'tls-ca-cert-file': files.cert,
      'tls-auth-clients': 'no',
      'tls-port': String(port),
    }
    const server = await startRedis({ folder: join(temporaryFolder(), 'redis'), isDurable: false, settings })
    onTestFinished(() => server.stop())
    const url = `rediss://localhost:${port}/0`

    await expect(open(url)).rejects.toThrow(/NODE_EXTRA_CA_CERTS/)
    // As NODE_EXTRA_CA_CERTS does at the start of a process.
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(files.cert, 'utf8')])
    await expect(open(url.replace('localhost', '127.0.0.1'))).rejects.toThrow(
      /does not match certificate.*: use a host name that its certificate contains$/,
    )
    const store = await open(url)
    onTestFinished(() => store.close())
    expect(await store.commit({ set: [{ key: 'a', value: '1' }] })).toBe(true)
  })
})

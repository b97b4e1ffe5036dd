import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

interface Certificate {
  readonly key: string
  readonly cert: string
}

let certificate: Certificate | undefined

/** For localhost and all names below example.com; this process trusts it from now on. */
export function trustedCertificate() {
  if (certificate !== undefined) return certificate
  certificate = newCertificate()
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  return certificate
}

/** For localhost and all names below example.com. It is its own authority, which nobody trusts. */
export function newCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-subj', '/CN=example.com', '-addext', 'subjectAltName=DNS:*.example.com,DNS:localhost']
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...curve, ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  rmSync(folder, { recursive: true })
  return made
}

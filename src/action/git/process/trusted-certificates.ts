import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import type { Environment } from './git-environment.ts'

/**
 * NODE_EXTRA_CA_CERTS adds to the certificates that Node trusts, while GIT_SSL_CAINFO replaces those that git trusts. So
 * git gets one file with both, unless GIT_SSL_CAINFO is set.
 */
export async function writeTrustedCertificates(
  folder: string,
  environment: Environment,
): Promise<Record<string, string>> {
  const extra = environment.NODE_EXTRA_CA_CERTS
  if (!extra || environment.GIT_SSL_CAINFO) return {}
  const file = join(folder, 'trusted-certificates.pem')
  const certificates = [...getCACertificates('bundled'), await readExtra(extra)]
  // Removed first, so that a symbolic link in its place is not followed.
  await rm(file, { force: true })
  await writeFile(file, certificates.join('\n'))
  return { GIT_SSL_CAINFO: file }
}

async function readExtra(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new Error(`NODE_EXTRA_CA_CERTS names ${file}, which cannot be read: fix the path on the runner`, {
      cause,
    })
  }
}

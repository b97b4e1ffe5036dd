import { readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** File systems whose files lie on another machine, by the names that Linux gives them. */
const REMOTE =
  /^(nfs\d?|cifs|smb\d?|smbfs|9p|afs|ceph|lustre|gpfs|beegfs|ocfs2|gfs2|glusterfs|davfs|fuse\.(sshfs|s3fs|rclone|gcsfuse|blobfuse2?|goofys|glusterfs|ceph|cephfs|smbnetfs|curlftpfs|davfs2?|vmhgfs-fuse)|vboxsf|prl_fs)$/

/**
 * The kind of the network share that `file` lies on (it need not exist yet), `null` if it lies on none, or if this
 * system does not tell. Shares lack what SQLite's write-ahead log is built on, memory shared by all who have the file
 * open, and many of them lock badly: https://sqlite.org/wal.html
 */
export function networkFileSystem(file: string, readMounts: () => string = linuxMounts): string | null {
  const kind = fileSystemAt(realFolder(dirname(resolve(file))), readMounts())
  return kind !== null && REMOTE.test(kind) ? kind : null
}

/** Empty where there is no such file: on other systems than Linux. */
function linuxMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    return ''
  }
}

/** With links followed, as far as there is something. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder === dirname(folder) ? folder : join(realFolder(dirname(folder)), basename(folder))
  }
}

/** Of the mounts above the folder the longest counts, and of those at one place the last, which hides the others. */
function fileSystemAt(folder: string, mounts: string): string | null {
  let found = { place: '', kind: null as string | null }
  for (const line of mounts.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const place = unescaped(before.split(' ')[4] ?? '')
    const kind = after.split(' ')[0]
    if (!kind || !isAbove(place, folder) || place.length < found.place.length) continue
    found = { place, kind }
  }
  return found.kind
}

const isAbove = (place: string, folder: string): boolean =>
  place === '/' || folder === place || (place !== '' && folder.startsWith(`${place}/`))

/** Blanks and the like stand as `\040`: https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html */
const unescaped = (place: string): string =>
  place.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

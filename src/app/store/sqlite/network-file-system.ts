import { readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Types of file systems on other machines, as Linux names them. */
const REMOTE =
  /^(nfs\d?|cifs|smb\d?|smbfs|9p|afs|ceph|lustre|gpfs|beegfs|ocfs2|gfs2|glusterfs|davfs|fuse\.(sshfs|s3fs|rclone|gcsfuse|blobfuse2?|goofys|glusterfs|ceph|cephfs|smbnetfs|curlftpfs|davfs2?|vmhgfs-fuse)|vboxsf|prl_fs)$/

/**
 * The type of the network share that holds `file`, which need not exist yet; `null` if there is none or the system does
 * not say. SQLite's write-ahead log needs memory that all processes with the file open share, which network shares lack,
 * and many of them lock unreliably: https://sqlite.org/wal.html
 */
export function networkFileSystem(file: string, readMounts: () => string = linuxMounts): string | null {
  const kind = fileSystemAt(realFolder(dirname(resolve(file))), readMounts())
  return kind !== null && REMOTE.test(kind) ? kind : null
}

/** Empty on systems without this file, which only Linux has. */
function linuxMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
  } catch {
    return ''
  }
}

/** Follows links, as far as the path exists. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder === dirname(folder) ? folder : join(realFolder(dirname(folder)), basename(folder))
  }
}

/** The longest mount point above the folder counts; of several at one place, the last one hides the others. */
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

/** Spaces and some other characters are written as `\040`: https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html */
const unescaped = (place: string): string =>
  place.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))

import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { networkFileSystem } from '../../../../src/app/store/sqlite/network-file-system.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const ROOT = '27 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n'
const mount = (place: string, kind: string): string =>
  `90 27 0:40 / ${place} rw,relatime shared:1 - ${kind} server:/export rw,vers=4.2\n`

test.each(['nfs', 'nfs4', 'cifs', 'smb3', '9p', 'fuse.sshfs', 'ceph', 'afs', 'vboxsf'])(
  'a folder on %s is refused',
  (kind) => {
    const mounts = () => ROOT + mount('/mnt/share', kind)
    expect(networkFileSystem('/mnt/share/data/prentice.db', mounts)).toBe(kind)
    expect(networkFileSystem('/mnt/shared/prentice.db', mounts)).toBe(null)
    expect(networkFileSystem('/srv/prentice.db', mounts)).toBe(null)
  },
)

test.each(['ext4', 'xfs', 'btrfs', 'zfs', 'overlay', 'tmpfs', 'fuseblk', 'virtiofs', 'apfs'])(
  'a folder on %s is local',
  (kind) => expect(networkFileSystem('/data/prentice.db', () => ROOT + mount('/data', kind))).toBe(null),
)

test('the last mount at a place counts, and a disk mounted below a share is a disk', () => {
  const hidden = ROOT + mount('/data', 'nfs4') + mount('/data', 'ext4')
  expect(networkFileSystem('/data/p.db', () => hidden)).toBe(null)
  const below = ROOT + mount('/data/disk', 'ext4') + mount('/data', 'nfs4')
  expect(networkFileSystem('/data/disk/p.db', () => below)).toBe(null)
  expect(networkFileSystem('/data/p.db', () => below)).toBe('nfs4')
})

test('a link to a share and a space in its name do not hide it', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'my share'))
  symlinkSync(join(folder, 'my share'), join(folder, 'data'))
  const mounts = () => ROOT + mount(join(folder, 'my\\040share'), 'cifs')
  expect(networkFileSystem(join(folder, 'data/p.db'), mounts)).toBe('cifs')
})

test('a system without mount information counts as local', () => {
  expect(networkFileSystem('/data/p.db', () => '')).toBe(null)
})

test('the server does not start on a share, and creates no file', async () => {
  const path = join(temporaryFolder(), 'p.db')
  const opening = openStore(`sqlite:${path}`, { readMounts: () => mount('/', 'nfs4') })
  await expect(opening).rejects.toThrow(
    `the database ${path} is on a network share (nfs4), where SQLite loses data: put it on a disk of this machine`,
  )
  const store = await openStore(`sqlite:${path}`, { mustExist: true }).catch((error: Error) => error.message)
  expect(store).toContain('there is no database')
})

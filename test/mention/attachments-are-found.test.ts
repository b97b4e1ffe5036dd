import { expect, test } from 'vitest'
import { attachmentId, findAttachments } from '../../src/mention/find-attachments.ts'

const ID = '50282090-adfd-4ddb-9e27-c30753c6b161'
const SERVER = 'https://github.com'
const NEW = `${SERVER}/user-attachments/assets/${ID}`
const OLDER = `${SERVER}/acme/docs/assets/501/${ID}`
const OLDEST = 'https://user-images.githubusercontent.com/501/1-aa.png'

test.each([
  ['an image in Markdown', `![shot](${NEW})`, [NEW]],
  ['an image in HTML', `<img width="3" src="${NEW}" />`, [NEW]],
  ['an address alone', `See ${NEW}\nand more`, [NEW]],
  [
    'one in the repository of a managed user',
    OLDER.replace('acme', 'ana_acme'),
    [OLDER.replace('acme', 'ana_acme')],
  ],
  ['all forms, each once', `${NEW} ${OLDER} ${OLDEST} ${NEW}`, [NEW, OLDER, OLDEST]],
])('%s is found', (_, text, found) => {
  expect(findAttachments(text, SERVER)).toEqual(found)
})

test.each([
  ['a hidden comment', `<!-- ![x](${NEW}) -->`],
  ['a comment without an end', `<!-- ![x](${NEW})`],
  ['another host', `https://github.com.evil.example/user-attachments/assets/${ID}`],
  ['another host that has the address in its path', `https://evil.example/${NEW}`],
  ['a path that continues', `${NEW}/../../../acme`],
  ['another path', `${SERVER}/acme/docs/raw/main/a.png`],
  ['a name before the host', `https://me@github.com/user-attachments/assets/${ID}`],
])('%s has no attachment', (_, text) => {
  expect(findAttachments(text, SERVER)).toEqual([])
})

test('the old host belongs to github.com alone', () => {
  expect(findAttachments(OLDEST, 'https://github.acme.example')).toEqual([])
})

test('the id is what a signed address has, too', () => {
  expect([NEW, OLDER, OLDEST].map(attachmentId)).toEqual([ID, ID, null])
  expect(attachmentId(NEW.toUpperCase())).toBe(ID)
})

test('64 KiB of beginnings are read in one pass', () => {
  const text = `${SERVER}/a/assets/`.repeat(2_500)
  expect(findAttachments(text, SERVER)).toEqual([])
})

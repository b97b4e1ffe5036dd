import { expect, it } from 'vitest'
import { openStore, requireSameGithub } from '../../../src/app/store/open/open-store.ts'

it('refuses a store that was used with another GitHub', async () => {
  const store = await openStore('sqlite::memory:')
  await Promise.all([1, 2].map(() => requireSameGithub(store, 'https://github.com')))
  await requireSameGithub(store, 'https://github.com')
  await expect(requireSameGithub(store, 'https://github.example.com')).rejects.toThrow(
    'the database belongs to github.com, and GITHUB_SERVER_URL names github.example.com',
  )
  await store.close()
})

it('takes the sandbox for the same GitHub, whatever its port', async () => {
  const store = await openStore('sqlite::memory:')
  await requireSameGithub(store, 'http://127.0.0.1:4000')
  await requireSameGithub(store, 'http://localhost:5000')
  await expect(requireSameGithub(store, 'https://github.com')).rejects.toThrow('belongs to the sandbox')
  await store.close()
})

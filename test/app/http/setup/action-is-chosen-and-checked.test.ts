import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readWorkflowConfig } from '../../../../src/app/config/read-config.ts'
import { choose, enter, ORGANISATION, openSetupPages, SHA, send } from './setup-pages.ts'

/** Registers an App with this action. Resolves to the last page before GitHub, and the file. */
async function register(action: string) {
  const pages = await openSetupPages({ actionRef: null })
  const cookie = await enter(pages)
  const { page, state } = await choose(pages, cookie, { ...ORGANISATION, action })
  await send(pages, `/setup/callback?code=c&state=${state}`, { cookie })
  const file = readFileSync(pages.credentialsFile, 'utf8')
  return { page: page.text, file, path: pages.credentialsFile, registered: pages.registered }
}

test('the page proposes the action of this installation', async () => {
  const pages = await openSetupPages({ actionRef: null })
  const page = await send(pages, '/setup/app', { cookie: await enter(pages) })
  expect(page.text).toContain(`value="acme/prentice@${SHA}"`)
})

test('the page does not ask if ACTION_REF is set', async () => {
  const pages = await openSetupPages()
  const page = await send(pages, '/setup/app', { cookie: await enter(pages) })
  expect(page.text).not.toContain('Where is the action?')
})

test('the action that was chosen is what workflow files name', async () => {
  const { page, path, registered } = await register(`acme/prentice@${SHA}`)
  expect(page).toContain(`<code>acme/prentice@${SHA}</code>`)
  expect(registered).toMatchObject([{ action: `acme/prentice@${SHA}` }])
  const environment = { PUBLIC_URL: 'https://prentice.example.com', CREDENTIALS_FILE: path }
  expect(readWorkflowConfig(environment)).toMatchObject({
    config: { actionRef: { repository: 'acme/prentice', ref: SHA, version: null } },
  })
})

test('a tag is replaced by its commit, and stays as the comment', async () => {
  const { file } = await register('acme/prentice@v1.2.3')
  expect(parseEnv(file).ACTION_REF).toBe(`acme/prentice@${SHA} # v1.2.3`)
})

test('a branch is replaced by its commit, whatever its name is', async () => {
  const { file } = await register('acme/prentice@release/1.x')
  expect(parseEnv(file).ACTION_REF).toBe(`acme/prentice@${SHA}`)
})

test('an action that cannot be verified is a warning', async () => {
  const { page, file } = await register('other/prentice@v1')
  expect(page).toContain('It is not known whether')
  expect(page).toContain('other/prentice is private, was renamed, or does not exist')
  expect(parseEnv(file).ACTION_REF).toBe('other/prentice@v1')
})

test.each([
  ['nothing', '', 'Name the action'],
  ['a short SHA', 'acme/prentice@8f4b7f8', 'Name the action'],
  ['a tag that does not exist', 'acme/prentice@v9', 'acme/prentice has no action.yml at v9'],
  ['an account that does not exist', 'nobody/prentice@v1', 'there is no account nobody on github.com'],
  ['markup', '<b>@v1', 'Name the action'],
])('%s is refused, and the form keeps the rest', async (_, action, message) => {
  const pages = await openSetupPages({ actionRef: null })
  const cookie = await enter(pages)
  const sent = await send(pages, '/setup/app', { cookie, fields: { ...ORGANISATION, action } })
  expect(sent.status).toBe(422)
  expect(sent.text).toContain(message)
  expect(sent.text).toContain('value="acme"')
  expect(sent.text).not.toContain('<b>')
  expect((await send(pages, '/setup/confirm', { cookie })).location).toBe('/setup/app')
})

test('an ACTION_REF that names nothing is refused before the App is registered', async () => {
  const pages = await openSetupPages({
    actionRef: { repository: 'nobody/prentice', ref: 'SHA', version: 'v1.2.3' },
  })
  const cookie = await enter(pages)
  const sent = await send(pages, '/setup/app', { cookie, fields: ORGANISATION })
  expect(sent.status).toBe(422)
  expect(sent.text).toContain(
    'ACTION_REF is nobody/prentice@SHA # v1.2.3, and runs would fail: there is no account nobody on github.com. Correct the variable',
  )
  expect((await send(pages, '/setup/confirm', { cookie })).location).toBe('/setup/app')
})

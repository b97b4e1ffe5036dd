import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = new URL('../../', import.meta.url)
const folder = new URL('.github/ISSUE_TEMPLATE/', root)
const read = (name: string): unknown => parse(readFileSync(new URL(name, folder), 'utf8'))

/** What GitHub requires: https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests */
const validations = z.strictObject({ required: z.boolean() }).optional()
const label = z.string().min(1)
const Field = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('markdown'), attributes: z.strictObject({ value: z.string().min(1) }) }),
  z.strictObject({
    type: z.enum(['input', 'textarea']),
    id: z.string().regex(/^[\w-]+$/),
    attributes: z.strictObject({
      label,
      description: z.string().optional(),
      placeholder: z.string().optional(),
      render: z.string().optional(),
    }),
    validations,
  }),
  z.strictObject({
    type: z.literal('dropdown'),
    id: z.string().regex(/^[\w-]+$/),
    attributes: z.strictObject({
      label,
      description: z.string().optional(),
      options: z.array(z.string()).min(1),
    }),
    validations,
  }),
  z.strictObject({
    type: z.literal('checkboxes'),
    id: z.string().regex(/^[\w-]+$/),
    attributes: z.strictObject({
      label,
      options: z.array(z.strictObject({ label, required: z.boolean().optional() })).min(1),
    }),
  }),
])
const Form = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  labels: z.array(z.string()),
  body: z.array(Field).min(1),
})
const Config = z.strictObject({
  blank_issues_enabled: z.boolean(),
  contact_links: z.array(z.strictObject({ name: z.string(), url: z.url(), about: z.string() })),
})

const forms = readdirSync(folder).filter((name) => name !== 'config.yml')

test('there is a form for bugs and one for features', () => {
  expect(forms).toEqual(expect.arrayContaining(['bug.yml', 'feature.yml']))
})

test.each(forms)('%s has what GitHub requires of a form, and each id and label once', (name) => {
  const { body } = Form.parse(read(name))
  const fields = body.filter((field) => field.type !== 'markdown')
  expect(fields.length).toBeGreaterThan(0)
  for (const names of [fields.map(({ id }) => id), fields.map(({ attributes }) => attributes.label)]) {
    expect(new Set(names).size).toBe(names.length)
  }
})

test('security reports are sent to SECURITY.md, and every link leads to a file of this repository', () => {
  const { contact_links: links } = Config.parse(read('config.yml'))
  const paths = links.map(({ url }) => url.replace('https://github.com/prentice-dev/prentice/blob/main/', ''))
  expect(paths).toContain('SECURITY.md')
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

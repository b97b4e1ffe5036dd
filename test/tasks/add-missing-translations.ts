import assert from 'node:assert/strict'
import { edit, finish, list, read } from './support/calls.ts'
import { changesJust, textOf } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import type { Files, Task } from './support/task.ts'

const ENGLISH = 'locales/en.json'
const OTHERS = ['locales/de.json', 'locales/fr.json'] as const

type Texts = { readonly [key: string]: string | Texts }

const asJson = (texts: Texts): string => `${JSON.stringify(texts, null, 2)}\n`

/** Each text under its whole key, in the order of the file. */
const flat = (texts: Texts, above = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[above + key, value]] : flat(value, `${above}${key}.`),
  )

const textsOf = (files: Files, path: string) => flat(JSON.parse(textOf(files, path)))
const placesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

export const addMissingTranslations: Task = {
  name: 'add-missing-translations',
  category: 'docs',
  prompts: [
    'German and French lack some of the texts that English has. Please add them, translated (informal "du", formal "vous"), in the order of the English file.',
  ],
  files: {
    [ENGLISH]: asJson({
      cart: {
        title: 'Your cart',
        empty: 'There is nothing in your cart yet.',
        items: '{count} items for {total}',
        checkout: 'Check out',
      },
      account: { hello: 'Hello {name}!', delete: 'Delete my account', leave: 'Sign out' },
    }),
    'locales/de.json': asJson({
      cart: { title: 'Dein Warenkorb', empty: 'In deinem Warenkorb ist noch nichts.', checkout: 'Zur Kasse' },
      account: { hello: 'Hallo {name}!', leave: 'Abmelden' },
    }),
    'locales/fr.json': asJson({
      cart: {
        title: 'Votre panier',
        empty: 'Votre panier est encore vide.',
        items: '{count} articles pour {total}',
      },
      account: { hello: 'Bonjour {name} !', leave: 'Se déconnecter' },
    }),
    'src/languages.mjs': "export const LANGUAGES = ['en', 'de', 'fr']\n",
  },
  script: [
    [list('locales'), read(ENGLISH), read(OTHERS[0]), read(OTHERS[1])],
    [
      edit(OTHERS[0], '    "checkout"', '    "items": "{count} Artikel für {total}",\n    "checkout"'),
      edit(OTHERS[0], '    "leave"', '    "delete": "Mein Konto löschen",\n    "leave"'),
      edit(OTHERS[1], 'pour {total}"\n', 'pour {total}",\n    "checkout": "Passer la commande"\n'),
      edit(OTHERS[1], '    "leave"', '    "delete": "Supprimer mon compte",\n    "leave"'),
    ],
    [read(OTHERS[0]), read(OTHERS[1])],
    [finish('Add the missing German and French texts', 'Two texts for each language were missing.')],
  ],
  check(work) {
    changesJust(work, ...OTHERS)
    const english = textsOf(work.before, ENGLISH)
    for (const path of OTHERS) {
      const before = new Map(textsOf(work.before, path))
      const after = textsOf(work.after, path)
      assert.deepEqual(
        after.map(([key]) => key),
        english.map(([key]) => key),
        `${path} has other keys`,
      )
      for (const [index, [key, text]] of after.entries()) {
        const [, original = ''] = english[index] ?? []
        assert.equal(before.get(key) ?? text, text, `${path}: ${key} was right as it was`)
        assert.deepEqual(placesIn(text), placesIn(original), `${path}: ${key} has other places to fill in`)
        assert.ok(text.trim() !== '' && text !== original, `${path}: ${key} is not translated`)
      }
      const text = textOf(work.after, path)
      assert.equal(text.trimEnd(), JSON.stringify(JSON.parse(text), null, 2), `${path} is laid out otherwise`)
    }
  },
  mistakes: {
    'a place to fill in was translated': (work) =>
      withFile(work, OTHERS[0], (text) => text.replace('{count} Artikel', '{anzahl} Artikel')),
    'a text is still English': (work) =>
      withFile(work, OTHERS[1], (text) => text.replace('Passer la commande', 'Check out')),
    'letters were written as escapes': (work) =>
      withFile(work, OTHERS[0], (text) => text.replace('löschen', 'l\\u00f6schen')),
    'French was forgotten': (work) => undone(work, OTHERS[1]),
    'new texts stand at the end': (work) =>
      withFile(work, OTHERS[0], (text) =>
        text
          .replace(/( {4}"items": .*,\n)( {4}"checkout": "Zur Kasse")\n/, '$2,\n$1')
          .replace('{total}",\n  }', '{total}"\n  }'),
      ),
  },
}

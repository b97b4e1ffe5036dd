import assert from 'node:assert/strict'
import { block } from './support/block.ts'
import { edit, finish, read } from './support/calls.ts'
import { changesJust, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'Makefile'

interface Rule {
  readonly needs: string
  readonly recipe: string
}

/** The rules of a Makefile: what each needs, and its recipe. One that stands in two places is one. Pure. */
function rulesIn(makefile: string): Map<string, Rule> {
  const rules = new Map<string, Rule>()
  for (const [, name = '', needs = '', recipe = ''] of makefile.matchAll(
    /^([\w.-]+):(?!=)[ \t]*(.*)\n((?:\t.*\n)*)/gm,
  )) {
    const known = rules.get(name)
    rules.set(
      name,
      known ? { needs: `${known.needs} ${needs}`, recipe: known.recipe + recipe } : { needs, recipe },
    )
  }
  return rules
}

export const addAMakeTarget: Task = {
  name: 'add-a-make-target',
  category: 'feature',
  prompts: [
    'Add a make target "lint" that runs shellcheck over bin/*.sh, and let "make check" run it before the tests.',
  ],
  files: {
    [PATH]: block`
      SHELL := /bin/sh
      BATS ?= bats

      .PHONY: check test clean

      check: test

      test:
      ⇥$(BATS) test

      clean:
      ⇥rm -rf out
      `.replaceAll('⇥', '\t'),
    'bin/backup.sh': '#!/bin/sh\nset -eu\ntar -cf "$1" "$2"\n',
    'test/backup.bats': '@test "makes an archive" {\n  bin/backup.sh out.tar bin\n}\n',
  },
  script: [
    [read(PATH)],
    [
      edit(PATH, '.PHONY: check test clean', '.PHONY: check lint test clean'),
      edit(PATH, 'check: test\n', 'check: lint test\n\nlint:\n\tshellcheck bin/*.sh\n'),
    ],
    [
      finish(
        'Add a target for shellcheck',
        '`make lint` runs shellcheck, and `make check` does so before the tests.',
      ),
    ],
  ],
  check(work) {
    changesJust(work, PATH)
    const [before, after] = [rulesIn(textOf(work.before, PATH)), rulesIn(textOf(work.after, PATH))]
    assert.match(
      after.get('lint')?.recipe ?? '',
      /^\t.*shellcheck .*bin\/\*\.sh/m,
      'lint does not run shellcheck',
    )
    assert.match(after.get('check')?.needs ?? '', /\blint\b.*\btest\b/, 'check does not run lint before test')
    assert.match(after.get('.PHONY')?.needs ?? '', /\blint\b/, 'a file called lint would be in the way')
    for (const name of ['test', 'clean'])
      assert.deepEqual(after.get(name), before.get(name), `${name} changed`)
    assert.ok(
      textOf(work.after, PATH).startsWith('SHELL := /bin/sh\nBATS ?= bats\n'),
      'the variables changed',
    )
  },
  mistakes: {
    'the recipe begins with spaces': (work) =>
      withFile(work, PATH, (text) => text.replace('\tshellcheck', '    shellcheck')),
    'all tabs became spaces': (work) => withFile(work, PATH, (text) => text.replaceAll('\t', '        ')),
    'check leaves it out': (work) =>
      withFile(work, PATH, (text) => text.replace('check: lint test', 'check: test')),
    'it is not phony': (work) =>
      withFile(work, PATH, (text) => text.replace('check lint test', 'check test')),
  },
}

import assert from 'node:assert/strict'
import { block } from './support/block.ts'
import { applyPatch, finish, read, search } from './support/calls.ts'
import { changesJust, textOf } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import { testsPass } from './support/run-tests.ts'
import type { Task } from './support/task.ts'

/** As models of OpenAI were taught to write changes: several files in one patch, and all of it or none. */
const PATCH = block`
  *** Begin Patch
  *** Add File: src/area.ts
  +import type { Shape } from './shapes.ts'
  +
  +/** In square units. */
  +export function area(shape: Shape): number {
  +  switch (shape.kind) {
  +    case 'circle':
  +      return Math.PI * shape.radius ** 2
  +    case 'box':
  +      return shape.width * shape.height
  +  }
  +}
  *** Update File: src/shapes.ts
  @@ export type Shape =
     | { readonly kind: 'box'; readonly width: number; readonly height: number }
  -
  -/** In square units. */
  -export function area(shape: Shape): number {
  -  switch (shape.kind) {
  -    case 'circle':
  -      return Math.PI * shape.radius ** 2
  -    case 'box':
  -      return shape.width * shape.height
  -  }
  -}
  *** Update File: src/report.ts
  @@
  -import { area, type Shape } from './shapes.ts'
  +import { area } from './area.ts'
  +import type { Shape } from './shapes.ts'
  *** Update File: test/shapes.test.ts
  *** Move to: test/area.test.ts
  @@
   import { test } from 'node:test'
  -import { area } from '../src/shapes.ts'
  +import { area } from '../src/area.ts'
  *** End Patch
  `

/** The same with a line that is not in the file: refused as a whole, so that the next one can be the right one. */
const STALE_PATCH = PATCH.replace(
  "-import { area, type Shape } from './shapes.ts'",
  "-import { area } from './forms.ts'",
)

export const splitAModule: Task = {
  name: 'split-a-module',
  category: 'refactor',
  prompts: [
    'src/shapes.ts should hold the types only. Move area() to src/area.ts, let everybody import it from there, and rename its test file to match.',
  ],
  files: {
    'package.json': `${JSON.stringify({ name: 'shapes', private: true, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
    'src/shapes.ts': block`
      export type Shape =
        | { readonly kind: 'circle'; readonly radius: number }
        | { readonly kind: 'box'; readonly width: number; readonly height: number }

      /** In square units. */
      export function area(shape: Shape): number {
        switch (shape.kind) {
          case 'circle':
            return Math.PI * shape.radius ** 2
          case 'box':
            return shape.width * shape.height
        }
      }
      `,
    'src/report.ts': block`
      import { area, type Shape } from './shapes.ts'

      export const report = (shapes: readonly Shape[]): string =>
        shapes.map((shape) => \`\${shape.kind}: \${area(shape).toFixed(1)}\`).join('\\n')
      `,
    'test/shapes.test.ts': block`
      import assert from 'node:assert/strict'
      import { test } from 'node:test'
      import { area } from '../src/shapes.ts'

      test('a box', () => assert.equal(area({ kind: 'box', width: 2, height: 3 }), 6))
      test('a circle', () => assert.equal(area({ kind: 'circle', radius: 3 }), Math.PI * 9))
      `,
    'test/report.test.ts': block`
      import assert from 'node:assert/strict'
      import { test } from 'node:test'
      import { report } from '../src/report.ts'

      test('a line for each', () => assert.equal(report([{ kind: 'box', width: 2, height: 3 }]), 'box: 6.0'))
      `,
  },
  provider: 'openai',
  script: [
    [search('area'), read('src/shapes.ts'), read('src/report.ts'), read('test/shapes.test.ts')],
    [applyPatch(STALE_PATCH)],
    [applyPatch(PATCH)],
    [search('shapes.ts')],
    [finish('Give area() a file of its own', '`src/shapes.ts` holds the types, `src/area.ts` the function.')],
  ],
  async check(work) {
    changesJust(
      work,
      'src/area.ts',
      'src/report.ts',
      'src/shapes.ts',
      'test/area.test.ts',
      'test/shapes.test.ts',
    )
    assert.equal(work.after['test/shapes.test.ts'], undefined, 'the test has two files now')
    assert.doesNotMatch(
      textOf(work.after, 'src/shapes.ts'),
      /area|function|=>/,
      'shapes.ts holds more than types',
    )
    assert.match(textOf(work.after, 'src/area.ts'), /In square units/, 'the comment got lost on the way')
    const tested = textOf(work.before, 'test/shapes.test.ts').replace('../src/shapes.ts', '../src/area.ts')
    assert.equal(textOf(work.after, 'test/area.test.ts').trim(), tested.trim(), 'the test changed on the way')
    await testsPass(work.after)
  },
  mistakes: {
    'the old file was left as a way in': (work) =>
      withFile(work, 'src/shapes.ts', (text) => `${text}\nexport { area } from './area.ts'\n`),
    'an import leads nowhere': (work) => undone(work, 'src/report.ts'),
    'the test was thrown away': (work) => withFile(work, 'test/area.test.ts', () => null),
    'a case got lost on the way': (work) =>
      withFile(work, 'src/area.ts', (text) => text.replace('shape.radius ** 2', 'shape.radius')),
  },
}

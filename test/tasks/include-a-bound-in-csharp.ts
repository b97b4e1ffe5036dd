import { edit, finish, read } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'src/Weights.cs'
const OLD = `grams < Letter`
const NEW = `grams <= Letter`

/** The prompt leaves one form only. */
export const includeABoundInCsharp: Task = {
  name: 'include-a-bound-in-csharp',
  category: 'fix',
  prompts: [
    'A letter of exactly 20 grams is refused. Change the comparison of IsLetter in src/Weights.cs so that it includes the bound. Nothing else changes; the file keeps its Windows line ends.',
  ],
  files: {
    [PATH]: `namespace Courier;\r
\r
public static class Weights\r
{\r
    // In grams.\r
    public const int Letter = 20;\r
    public const int Parcel = 5000;\r
\r
    public static bool IsLetter(int grams) => grams < Letter;\r
}\r
`,
    'Courier.csproj': `<Project Sdk="Microsoft.NET.Sdk" />
`,
  },
  script: [
    [read(PATH)],
    [edit(PATH, OLD, NEW)],
    [finish('Accept a letter of 20 grams', 'Changed as the prompt asks.')],
  ],
  check(work) {
    changesJust(work, PATH)
    sameText(
      work,
      PATH,
      textOf(work.before, PATH).replace(OLD, () => NEW),
    )
  },
  mistakes: {
    'the constant changed instead': (work) =>
      withFile(work, PATH, (text) => text.replace(`Letter = 20`, () => `Letter = 21`)),
    'the line ends are Unix ones': (work) =>
      withFile(work, PATH, (text) =>
        text.replace(
          `{\r
`,
          () => `{
`,
        ),
      ),
  },
}

import { exactTask } from './support/exact-task.ts'

const PATH = 'src/Weights.cs'

export const includeABoundInCsharp = exactTask({
  name: 'include-a-bound-in-csharp',
  category: 'fix',
  prompt:
    'A letter of exactly 20 grams is refused. Change the comparison of IsLetter in src/Weights.cs so that it includes the bound. Nothing else changes; the file keeps its Windows line ends.',
  path: PATH,
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
  old: `grams < Letter`,
  fresh: `grams <= Letter`,
  title: 'Accept a letter of 20 grams',
  mistakes: {
    'the constant changed instead': [`Letter = 20`, `Letter = 21`],
    'the line ends are Unix ones': [
      `{\r
`,
      `{
`,
    ],
  },
})

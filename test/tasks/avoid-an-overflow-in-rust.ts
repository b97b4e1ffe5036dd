import { edit, finish, read } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'src/lib.rs'
const OLD = `    a * b / gcd(a, b)
`
const NEW = `    if a == 0 || b == 0 { 0 } else { a / gcd(a, b) * b }
`

/** The prompt leaves one form only. */
export const avoidAnOverflowInRust: Task = {
  name: 'avoid-an-overflow-in-rust',
  category: 'fix',
  prompts: [
    'lcm in src/lib.rs overflows for large numbers and panics for lcm(0, 0). Make its body exactly this line: `if a == 0 || b == 0 { 0 } else { a / gcd(a, b) * b }`',
  ],
  files: {
    [PATH]: `/// Greatest common divisor.
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Least common multiple; 0 if one of them is 0.
pub fn lcm(a: u64, b: u64) -> u64 {
    a * b / gcd(a, b)
}
`,
    'Cargo.toml': `[package]
name = "numbers"
version = "0.1.0"
edition = "2024"
`,
  },
  script: [
    [read(PATH)],
    [edit(PATH, OLD, NEW)],
    [finish('Avoid an overflow in lcm', 'Changed as the prompt asks.')],
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
    'it still overflows': (work) =>
      withFile(work, PATH, (text) => text.replace(`a / gcd(a, b) * b`, () => `a * b / gcd(a, b)`)),
    'zero panics': (work) =>
      withFile(work, PATH, (text) =>
        text.replace(`if a == 0 || b == 0 { 0 } else { a / gcd(a, b) * b }`, () => `a / gcd(a, b) * b`),
      ),
  },
}

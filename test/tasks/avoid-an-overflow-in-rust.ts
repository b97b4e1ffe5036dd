import { exactTask } from './support/exact-task.ts'

const PATH = 'src/lib.rs'

export const avoidAnOverflowInRust = exactTask({
  name: 'avoid-an-overflow-in-rust',
  category: 'fix',
  prompt:
    'lcm in src/lib.rs overflows for large numbers and panics for lcm(0, 0). Make its body exactly this line: `if a == 0 || b == 0 { 0 } else { a / gcd(a, b) * b }`',
  path: PATH,
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
  old: `    a * b / gcd(a, b)
`,
  fresh: `    if a == 0 || b == 0 { 0 } else { a / gcd(a, b) * b }
`,
  title: 'Avoid an overflow in lcm',
  mistakes: {
    'it still overflows': [`a / gcd(a, b) * b`, `a * b / gcd(a, b)`],
    'zero panics': [`if a == 0 || b == 0 { 0 } else { a / gcd(a, b) * b }`, `a / gcd(a, b) * b`],
  },
})

import { block } from './support/block.ts'
import { edit, finish, read, run } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const SOURCE = 'src/lib.rs'

const HIDDEN = block`
  use numbers::{gcd, lcm};

  #[test]
  fn a_result_that_fits_is_computed() {
      assert_eq!(lcm(u64::MAX, u64::MAX), u64::MAX);
      assert_eq!(lcm(1 << 40, 1 << 50), 1 << 50);
  }

  #[test]
  fn zero_has_only_zero() {
      assert_eq!((lcm(0, 0), lcm(0, 7), lcm(7, 0)), (0, 0, 0));
  }

  #[test]
  fn others_are_as_before() {
      assert_eq!((lcm(4, 6), lcm(21, 6), gcd(0, 5), gcd(12, 18)), (12, 42, 5, 6));
  }
  `

export const avoidAnOverflowInRust = projectTask({
  name: 'avoid-an-overflow-in-rust',
  category: 'fix',
  prompt:
    'lcm in src/lib.rs overflows for large numbers, even where the result fits into a u64, and panics for lcm(0, 0). Please fix both.',
  needs: ['cargo', 'rustc', 'cc'],
  files: {
    'Cargo.toml': '[package]\nname = "numbers"\nversion = "0.1.0"\nedition = "2021"\n',
    '.gitignore': '/target\n/Cargo.lock\n',
    [SOURCE]: block`
      /// Greatest common divisor.
      pub fn gcd(a: u64, b: u64) -> u64 {
          if b == 0 { a } else { gcd(b, a % b) }
      }

      /// Least common multiple; 0 if one of them is 0.
      pub fn lcm(a: u64, b: u64) -> u64 {
          a * b / gcd(a, b)
      }
      `,
    'tests/numbers.rs': block`
      use numbers::lcm;

      #[test]
      fn a_common_multiple() {
          assert_eq!(lcm(4, 6), 12);
      }
      `,
  },
  tests: 'cargo test --offline --quiet --tests',
  hidden: { 'tests/hidden.rs': HIDDEN },
  changes: [SOURCE],
  free: ['tests'],
  script: [
    [read(SOURCE), read('tests/numbers.rs')],
    [edit(SOURCE, '    a * b / gcd(a, b)\n', '    if a == 0 || b == 0 { 0 } else { a / gcd(a, b) * b }\n')],
    [run('cargo test --offline --quiet --tests')],
    [finish('Avoid an overflow in lcm', 'It divides before it multiplies, and 0 has only the multiple 0.')],
  ],
  mistakes: {
    'it still overflows': (work) =>
      withFile(work, SOURCE, (text) => text.replace('a / gcd(a, b) * b', 'a * b / gcd(a, b)')),
    'zero panics': (work) =>
      withFile(work, SOURCE, (text) => text.replace('a == 0 || b == 0', 'a == 0 && b != 0')),
    'it wraps around': (work) =>
      withFile(work, SOURCE, (text) => text.replace('a / gcd(a, b) * b', 'a.wrapping_mul(b) / gcd(a, b)')),
  },
})

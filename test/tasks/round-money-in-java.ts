import { block } from './support/block.ts'
import { edit, finish, read, run } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const SOURCE = 'src/shop/Money.java'
const TEST = 'test/shop/MoneyTest.java'
const COMPILE = 'javac -J-XX:TieredStopAtLevel=1 -d /tmp/out src/shop/*.java test/shop/*.java'

const HIDDEN = block`
  package shop;

  public final class HiddenTest {
      private static void same(long found, long expected) {
          if (found != expected) throw new AssertionError(found + " in the place of " + expected);
      }

      public static void main(String[] arguments) {
          same(Money.percent(1050, 19), 200);
          same(Money.percent(10, 25), 2);
          same(Money.percent(30, 25), 8);
          same(Money.percent(-10, 25), -2);
          same(Money.percent(900_719_925_474_099_301L, 3), 27_021_597_764_222_979L);
      }
  }
  `

/** A double does not hold the largest of these amounts. */
export const roundMoneyInJava = projectTask({
  name: 'round-money-in-java',
  category: 'fix',
  prompt:
    'Money.percent cuts fractions of a cent off. It should round half to even, as our accountants do: 19 percent of 10.50 is 2.00, 25 percent of 0.10 is 0.02, and of 0.30 it is 0.08. It has to be exact for large amounts as well.',
  needs: ['javac', 'java'],
  files: {
    'README.md': `# shop\n\nTests: \`${COMPILE} && java -cp /tmp/out shop.MoneyTest\`\n`,
    [SOURCE]: block`
      package shop;

      /** Amounts of money in cents. */
      public final class Money {
          private Money() {}

          /** A share of an amount, in cents. */
          public static long percent(long cents, int percent) {
              return cents * percent / 100;
          }
      }
      `,
    [TEST]: block`
      package shop;

      public final class MoneyTest {
          public static void main(String[] arguments) {
              if (Money.percent(1000, 19) != 190) throw new AssertionError("19 percent of 10.00");
              if (Money.percent(0, 19) != 0) throw new AssertionError("19 percent of nothing");
          }
      }
      `,
  },
  tests: `${COMPILE} && java -XX:TieredStopAtLevel=1 -cp /tmp/out shop.MoneyTest && java -XX:TieredStopAtLevel=1 -cp /tmp/out shop.HiddenTest`,
  hidden: { 'test/shop/HiddenTest.java': HIDDEN },
  changes: [SOURCE],
  free: ['test'],
  script: [
    [read(SOURCE), read(TEST)],
    [
      edit(
        SOURCE,
        'package shop;\n\n',
        'package shop;\n\nimport java.math.BigDecimal;\nimport java.math.RoundingMode;\n\n',
      ),
      edit(
        SOURCE,
        '        return cents * percent / 100;\n',
        '        BigDecimal share = BigDecimal.valueOf(cents).multiply(BigDecimal.valueOf(percent)).movePointLeft(2);\n        return share.setScale(0, RoundingMode.HALF_EVEN).longValueExact();\n',
      ),
    ],
    [run(`${COMPILE} && java -cp /tmp/out shop.MoneyTest`)],
    [
      finish(
        'Round shares of money half to even',
        'Half a cent goes to the even one, for amounts of any size.',
      ),
    ],
  ],
  mistakes: {
    'half is rounded up': (work) => withFile(work, SOURCE, (text) => text.replace('HALF_EVEN', 'HALF_UP')),
    'large amounts lose cents': (work) =>
      withFile(work, SOURCE, (text) =>
        text.replace('BigDecimal.valueOf(cents)', 'BigDecimal.valueOf((double) cents)'),
      ),
  },
})

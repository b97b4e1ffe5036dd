import { block } from './support/block.ts'
import { edit, finish, read } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const SOURCE = 'src/main/java/shop/Cart.java'
const TEST = 'src/test/java/shop/CartTest.java'
const COMPILE =
  'javac -J-XX:TieredStopAtLevel=1 -d /tmp/out src/main/java/shop/*.java src/test/java/shop/*.java'

const HIDDEN = block`
  package shop;

  import java.util.ArrayList;
  import java.util.List;

  public final class HiddenTest {
      public static void main(String[] arguments) {
          List<Item> given = new ArrayList<>(List.of(new Item("tea", 300)));
          Cart cart = new Cart(given);
          given.clear();
          if (cart.items().size() != 1) throw new AssertionError("the caller emptied the cart");
          if (cart.items() != cart.items()) throw new AssertionError("items() copies");
          try {
              cart.items().add(new Item("cup", 900));
          } catch (UnsupportedOperationException expected) {
              return;
          }
          throw new AssertionError("the cart can be changed through items()");
      }
  }
  `

export const copyAListInJava = projectTask({
  name: 'copy-a-list-in-java',
  category: 'fix',
  prompt:
    'Callers change the items of a Cart from outside: through the list that they gave to the constructor, and through items(). Neither should work. items() is called in loops, so it must not copy.',
  needs: ['javac', 'java'],
  files: {
    'README.md': `# shop\n\nTests: \`${COMPILE} && java -cp /tmp/out shop.CartTest\`\n`,
    [SOURCE]: block`
      package shop;

      import java.util.List;

      public final class Cart {
          private final List<Item> items;

          public Cart(List<Item> items) {
              this.items = items;
          }

          public List<Item> items() {
              return items;
          }
      }
      `,
    'src/main/java/shop/Item.java': 'package shop;\n\npublic record Item(String name, int cents) {}\n',
    [TEST]: block`
      package shop;

      import java.util.List;

      public final class CartTest {
          public static void main(String[] arguments) {
              Item tea = new Item("tea", 300);
              if (!new Cart(List.of(tea)).items().equals(List.of(tea))) throw new AssertionError("items()");
          }
      }
      `,
  },
  tests: `${COMPILE} && java -XX:TieredStopAtLevel=1 -cp /tmp/out shop.CartTest && java -XX:TieredStopAtLevel=1 -cp /tmp/out shop.HiddenTest`,
  hidden: { 'src/test/java/shop/HiddenTest.java': HIDDEN },
  changes: [SOURCE],
  free: ['src/test'],
  script: [
    [read(SOURCE)],
    [edit(SOURCE, '        this.items = items;\n', '        this.items = List.copyOf(items);\n')],
    [finish('Keep an unmodifiable copy of the items', 'The constructor copies the list that it is given.')],
  ],
  mistakes: {
    'the list itself is kept': (work) =>
      withFile(work, SOURCE, (text) =>
        text.replace('List.copyOf(items)', 'java.util.Collections.unmodifiableList(items)'),
      ),
    'the copy can be changed': (work) =>
      withFile(work, SOURCE, (text) =>
        text.replace('List.copyOf(items)', 'new java.util.ArrayList<>(items)'),
      ),
    'items() copies as well': (work) =>
      withFile(work, SOURCE, (text) =>
        text.replace('return items;', 'return List.copyOf(new java.util.ArrayList<>(items));'),
      ),
  },
})

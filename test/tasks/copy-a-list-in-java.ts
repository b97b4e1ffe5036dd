import { edit, finish, read } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'src/main/java/shop/Cart.java'
const OLD = `        this.items = items;
`
const NEW = `        this.items = List.copyOf(items);
`

/** The prompt leaves one form only. */
export const copyAListInJava: Task = {
  name: 'copy-a-list-in-java',
  category: 'fix',
  prompts: [
    'Callers change the list of a Cart from outside, because the constructor keeps the list that it is given. Keep an unmodifiable copy instead, by List.copyOf in the constructor. items() stays as it is.',
  ],
  files: {
    [PATH]: `package shop;

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
    'src/main/java/shop/Item.java': `package shop;

public record Item(String name, int cents) {}
`,
  },
  script: [
    [read(PATH)],
    [edit(PATH, OLD, NEW)],
    [finish('Keep a copy of the items', 'Changed as the prompt asks.')],
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
    'the list itself is kept': (work) =>
      withFile(work, PATH, (text) => text.replace(`List.copyOf(items)`, () => `items`)),
    'items() copies as well': (work) =>
      withFile(work, PATH, (text) =>
        text.replace(`        return items;`, () => `        return List.copyOf(items);`),
      ),
  },
}

import { exactTask } from './support/exact-task.ts'

const PATH = 'src/main/java/shop/Cart.java'

export const copyAListInJava = exactTask({
  name: 'copy-a-list-in-java',
  category: 'fix',
  prompt:
    'Callers change the list of a Cart from outside, because the constructor keeps the list that it is given. Keep an unmodifiable copy instead, by List.copyOf in the constructor. items() stays as it is.',
  path: PATH,
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
  old: `        this.items = items;
`,
  fresh: `        this.items = List.copyOf(items);
`,
  title: 'Keep a copy of the items',
  mistakes: {
    'the list itself is kept': [`List.copyOf(items)`, `items`],
    'items() copies as well': [`        return items;`, `        return List.copyOf(items);`],
  },
})

/** For `replace`: the new words, with a capital if the old ones had one. Pure. */
export const like =
  (words: string) =>
  (old: string): string =>
    /^[A-Z]/.test(old) ? words.charAt(0).toUpperCase() + words.slice(1) : words

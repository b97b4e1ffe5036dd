/** Plain text that people read, by name. What depends on values is a function. */
export type Words = Readonly<Record<string, string | ((...values: never[]) => string)>>

/** Gives the words of a catalogue in the language of the reader. */
export type Say = <W extends Words>(words: W) => W

export const english: Say = (words) => words

const ACCENTED = 'áƀçďéƒǧĥíĵķłḿñóṕɋŕšťúṽŵẋýž'

const accented = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const found = ACCENTED[letter.toLowerCase().charCodeAt(0) - 97] ?? letter
    return letter === letter.toLowerCase() ? found : found.toUpperCase()
  })

/** English with an accent on every letter. Text on a page without accents is missing from the catalogues. */
export const pseudo: Say = <W extends Words>(words: W): W =>
  new Proxy(words, {
    get(target, name: string) {
      const said = target[name]
      if (typeof said === 'string') return accented(said)
      if (typeof said !== 'function') return said
      return (...values: never[]) => accented(said(...values))
    },
  })

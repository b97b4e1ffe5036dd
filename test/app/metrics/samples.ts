/** The values of one metric, by their labels, as they stand in a text for Prometheus. */
export const samples = (text: string, name: string): Record<string, number> =>
  Object.fromEntries(
    text.split('\n').flatMap((line): [string, number][] => {
      const [, found, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      return found === name ? [[labels, Number(value)]] : []
    }),
  )

import { expect, test } from 'vitest'
import { redactQuotes } from '../../../src/action/confidential/confidentiality.ts'

const PROMPT = 'Our customer Acme Corp loses money at the checkout: mend src/payment/rounding-of-cents.ts'

const withhold = (text: string, published = '', prompts = [PROMPT]) =>
  redactQuotes(text, { prompts, published })

test.each([
  ['as it is', `Asked: ${PROMPT}.`, 'Asked: ….'],
  ['in another case', 'Because OUR CUSTOMER ACME CORP LOSES MONEY, this.', 'Because …, this.'],
  ['over several lines', 'our customer\n  acme corp\n\nloses money', '…'],
  ['as a quotation', '> our customer\n> acme corp\n> loses money', '> …'],
  ['with emphasis', 'Our **customer** _Acme Corp_ loses `money`.', '…`.'],
  ['with what does not show', 'Our cus\u200btomer Ac\u00adme Corp loses money', '…'],
  ['twice', `${PROMPT} and ${PROMPT}`, '… and …'],
])('quoted %s', (_, text, clean) => {
  expect(withhold(text)).toBe(clean)
})

test('quotes are redacted from 24 characters on', () => {
  const prompts = ['x abcdefgh ijklmnop qrstuv y']
  expect(withhold('abcdefgh ijklmnop qrstuv', '', prompts)).toBe('…')
  expect(withhold('abcdefgh ijklmnop qrstu', '', prompts)).toBe('abcdefgh ijklmnop qrstu')
  expect(withhold('a b c d e f g h i j k l m n', '', ['a b c d e f g h i j k l m n'])).toBe('…')
})

test('two short quotes side by side are not a long one', () => {
  const text = 'customer Acme Corp money at the chec'
  expect(withhold(text)).toBe(text)
})

test('words that the change itself shows stay', () => {
  const path = 'src/payment/rounding-of-cents.ts'
  expect(withhold(`Mend ${path}`)).toBe('…')
  expect(withhold(`Mend ${path}`, path)).toBe(`Mend ${path}`)
  expect(
    withhold('It said "Welcome to the shop of Acme"', 'welcome to the\n shop of Acme', [
      'Replace "Welcome to the shop of Acme"',
    ]),
  ).toBe('It said "Welcome to the shop of Acme"')
  expect(withhold(`Acme Corp loses money at the checkout: mend ${path}`, path)).toMatch(/^….*cents\.ts$/)
})

test('a quote of any of several prompts is redacted', () => {
  const prompts = ['nothing of the kind', PROMPT, 'and then do it for all the other customers']
  expect(withhold('Then do it for all the other customers too', '', prompts)).toBe('… too')
})

test('without a prompt, nothing is redacted', () => {
  expect(withhold(PROMPT, '', [])).toBe(PROMPT)
})

// Work that grew with the product of the lengths would take minutes.
test('a quote of the longest prompt is found in the longest text', () => {
  const prompts = ['lorem ipsum dolor sit amet '.repeat(18_500)]
  expect(withhold('ipsum dolor sit amet lorem '.repeat(1100), 'x'.repeat(2_000_000), prompts)).toBe('… ')
})

import { expect, test } from 'vitest'
import { openOutputs } from '../../../src/action/checks/agent-commands.ts'

function openCollecting() {
  const files = new Map<string, string>()
  return { files, outputs: openOutputs((path, text) => void files.set(path, text)) }
}

test('6,000 characters are shown as they are, without white space at the end', () => {
  const { files, outputs } = openCollecting()
  const most = ` ${'x'.repeat(5999)}`
  expect(outputs.show(`${most}\n\n`)).toBe(most)
  expect([outputs.show(''), outputs.show(' \n')]).toEqual(['It printed nothing.', 'It printed nothing.'])
  expect(files.size).toBe(0)
})

test('a longer output is shown as head and tail, and a file has all of it', () => {
  const { files, outputs } = openCollecting()
  const text = `begin${'x'.repeat(6000)}end`
  expect(outputs.show(`${text}\n`)).toMatch(
    /^\[Head and tail; read \/output\/1\.txt for the rest\.\]\nbegin.*end$/s,
  )
  expect(outputs.show(text).length).toBeLessThan(6100)
  expect([...files]).toEqual([
    ['/output/1.txt', text],
    ['/output/2.txt', text],
  ])
})

test('the eight newest outputs are kept', () => {
  const { files, outputs } = openCollecting()
  const GONE = 'This output is no longer kept. Run the command again.'
  const gone = () => [...files].filter(([, text]) => text === GONE).map(([path]) => path)
  for (let count = 1; count <= 8; count += 1) outputs.show(`${count} `.repeat(6000))
  expect([files.size, gone()]).toEqual([8, []])
  for (let count = 9; count <= 10; count += 1) outputs.show(`${count} `.repeat(6000))
  expect([files.size, gone()]).toEqual([10, ['/output/1.txt', '/output/2.txt']])
  expect(files.get('/output/3.txt')).toMatch(/^3 3/)
})

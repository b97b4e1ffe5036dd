import { expect, test } from 'vitest'
import { closeVerb, didYouMean } from '../../src/mention/close-verb.ts'

test.each([
  ['stop', ['abort', 'cancel', 'halt', 'HALT', 'tsop', 'sotp', 'stpo', 'stip', 'stops', 'top']],
  ['retry', ['rerun', 'restart', 'again', 'retyr', 'ertry', 'retri']],
  ['update', ['rebase', 'sync', 'udpate', 'updat', 'updaet']],
  ['status', ['satus', 'statuss', 'statsu']],
  ['approve', ['aprove', 'approv', 'approved', 'apporve']],
  ['help', ['halp', 'hep', 'hlep']],
])('%s is meant by %j', (verb, words) => {
  expect(words.map((word) => [word, closeVerb(word)])).toEqual(words.map((word) => [word, verb]))
})

test.each([
  // Two letters differ, and not because neighbours changed places.
  ...['shop it', 'sxxp', 'stpx', 'sbcp', 'spto', 'xtpo', 'stopxy', 'uptade'],
  // Not a word of three to nine letters.
  ...['st', '9stop', 'stop9', 'stop!', 'statusstatus', '', 'toString'],
])('%j is no verb', (word) => {
  expect(closeVerb(word)).toBeNull()
})

test('the answer names the word, the command that was probably meant, and what to do otherwise', () => {
  expect(didYouMean('stpo', 'stop')).toBe(
    '`stpo` is not a command, so nothing was started. Did you mean `/prentice stop`? If it is what to do, say it in a ' +
      'sentence. `/prentice help` lists the commands.',
  )
})

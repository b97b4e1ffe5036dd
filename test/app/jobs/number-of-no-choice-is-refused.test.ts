import { expect, test } from 'vitest'
import { isNoChoice } from '../../../src/app/jobs/read-question.ts'

const QUESTION = { text: 'Which logo?', choices: ['Red', 'Blue'] }

test.each(['0', '3', '99', '00', '#3', ' 7. ', '３', '９９', '＃3', '③'])(
  '%s is the number of no choice',
  (answer) => {
    expect(isNoChoice(answer, QUESTION)).toBe(true)
  },
)

test.each(['1', '2', '02', '#2', '2)', '２', ' ２． '])('%s is the number of a choice', (answer) => {
  expect(isNoChoice(answer, QUESTION)).toBe(false)
})

test.each(['-1', '2 or 3', '3 colours', 'Red', '', '1e3', `${'9'.repeat(60)}`])(
  '%j is an answer in words',
  (answer) => {
    expect(isNoChoice(answer, QUESTION)).toBe(false)
  },
)

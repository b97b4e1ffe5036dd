import { operator, serverBecauseOf } from '../../../src/app/audit/actor.ts'

/** Who acts where a test does not care. */
export const A_TEST = serverBecauseOf('a test')
export const OPERATOR = operator('ana')

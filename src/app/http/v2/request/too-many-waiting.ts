import { MAX_WAITING } from '../../../jobs/send-message.ts'
import { HttpError } from '../../shared/http-error.ts'

/** A message that finds no room. */
export const tooManyWaiting = (): HttpError =>
  new HttpError(
    429,
    `${MAX_WAITING} messages are already waiting for this job; try again once some of them have been processed`,
    {
      'retry-after': '30',
    },
  )

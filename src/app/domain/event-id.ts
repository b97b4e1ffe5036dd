/** The id of an event in the stream of its job: `<run>-<seq>`. */
export interface EventId {
  readonly run: number
  readonly seq: number
}

export const eventId = ({ run, seq }: EventId): string => `${run}-${seq}`

/** `null`: the text is not an event id. */
export function parseEventId(text: string): EventId | null {
  const match = /^([1-9]\d{0,5})-([1-9]\d{0,5})$/.exec(text)
  return match && { run: Number(match[1]), seq: Number(match[2]) }
}

import { z } from 'zod'

export const METADATA_LIMITS = { pairs: 16, name: 64, value: 512 } as const

const { pairs, name, value } = METADATA_LIMITS
const NAME = `is not a valid name: names have 1 to ${name} characters: letters, digits and _ . : / -`

/** What the caller attaches to a job for its own purposes. The agent does not read it. */
export const Metadata = z.record(
  z.string().regex(new RegExp(`^[\\w.:/-]{1,${name}}$`), { error: NAME }),
  z.string({ error: 'must be a string' }).max(value, { error: `must have at most ${value} characters` }),
  { error: ({ code }) => (code === 'invalid_key' ? NAME : 'must be an object with strings') },
)
export type Metadata = z.infer<typeof Metadata>

/** Of a request body. Counted before each pair is checked, which takes longer than parsing the body. */
export const NewMetadata = z.preprocess((given, context) => {
  if (typeof given !== 'object' || given === null) return given
  if (Object.keys(given).length > pairs) {
    context.addIssue({ code: 'custom', message: `must have at most ${pairs} pairs` })
    return z.NEVER
  }
  // A record drops it, and the caller would miss it later.
  if (Object.hasOwn(given, '__proto__')) {
    context.addIssue({ code: 'custom', path: ['__proto__'], message: 'is a name that cannot be used' })
    return z.NEVER
  }
  return given
}, Metadata)

/** Whether the metadata of a job has all of these pairs. */
export const hasPairs = (metadata: Metadata | undefined, wanted: Metadata): boolean =>
  Object.entries(wanted).every(
    ([key, text]) => metadata !== undefined && Object.hasOwn(metadata, key) && metadata[key] === text,
  )

import { z } from 'zod'
import type { ChangedFile } from '../changed-file.ts'

/** As GitHub lists the files of pull requests and of comparisons. */
export const File = z
  .object({
    filename: z.string(),
    previous_filename: z.string().nullish(),
    status: z.string(),
    patch: z.string().nullish(),
  })
  .transform(
    ({ filename: path, previous_filename: previous, status, patch }): ChangedFile => ({
      path,
      previousPath: previous ?? null,
      status,
      patch: patch ?? null,
    }),
  )

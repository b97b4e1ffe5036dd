import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const Manifest = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string(),
  public: z.boolean(),
  default_events: z.array(z.string()),
  default_permissions: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** Reads app.yml, the registration of the GitHub App. */
export const readManifest = (): Manifest =>
  Manifest.parse(parse(readFileSync(new URL('../../../app.yml', import.meta.url), 'utf8')))

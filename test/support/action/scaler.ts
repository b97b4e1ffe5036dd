import { join } from 'node:path'

/** The program that scales images, from the sources. */
const folder = join(import.meta.dirname, '../../..')
export const SCALER = { folder, program: join(folder, 'src/action/images/scaler/main.ts') }

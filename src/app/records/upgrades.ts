import { countSavedPatches } from './count-saved-patches.ts'
import type { Upgrades } from './raise-format.ts'

/** What each format of the store (`store/format.ts`) changed about the entries that were there before. */
export const UPGRADES: Upgrades = new Map([[2, countSavedPatches]])

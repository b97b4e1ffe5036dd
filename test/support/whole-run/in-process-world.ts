import * as scene from './scene.ts'
import { startInProcess } from './start-in-process.ts'

/** With the action in the process of the test. */
export const openWorld = (given: scene.GivenWorld) => scene.openWorld(startInProcess, given)

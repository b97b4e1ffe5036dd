import * as scene from '../../support/whole-run/scene.ts'
import { startBundle } from '../../support/whole-run/start-bundle.ts'

/** With the bundle as a child process. */
export const openScene = (given: scene.GivenScene) => scene.openScene(startBundle, given)
export const openWorld = (given: scene.GivenWorld) => scene.openWorld(startBundle, given)

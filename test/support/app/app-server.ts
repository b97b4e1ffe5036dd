import { onTestFinished } from 'vitest'
import { type AppServer, type AppServerOptions, type CallOptions, openAppServer } from './open-app-server.ts'

export type { AppServer, CallOptions }

/** The app's HTTP server, until the test has ended. */
export async function startAppServer(options: AppServerOptions = {}): Promise<AppServer> {
  const { close, ...app } = await openAppServer(options)
  onTestFinished(close)
  return app
}

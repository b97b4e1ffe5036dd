import type { IncomingMessage } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Env } from '../shared/json-body.ts'

/** The template of the route that answered a request; what no route answered has none. */
export type RouteTemplates = WeakMap<IncomingMessage, string>

export const routeTemplate =
  (names: RouteTemplates): MiddlewareHandler<Env> =>
  async (c, next) => {
    await next()
    const template = matchedRoutes(c)
      .map(({ path }) => path)
      .findLast((path) => !path.endsWith('*'))
    if (template !== undefined) names.set(c.env.incoming, template)
  }

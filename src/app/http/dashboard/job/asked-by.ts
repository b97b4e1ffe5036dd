import type { Context } from 'hono'
import { type Actor, actorOf } from '../../../audit/actor.ts'
import type { PersonOrigin } from '../../../domain/origin.ts'
import type { RequestKey } from '../../../records/idempotency.ts'
import { PageError } from '../frame/page-error.ts'
import { type DashboardEnv, type SignedInView, signedInView } from '../frame/view.ts'

/** The person who sends a form, as the origin of the work. */
export function originOf(view: SignedInView): PersonOrigin {
  const { id, login } = view.viewer.session.record.person
  return { kind: 'actor', id, login, via: 'dashboard', address: view.address }
}

export const actorIn = (view: SignedInView): Actor => actorOf(originOf(view))

/** What recognizes a form that is sent twice. `about`: what it does. `fields`: those that belong to that, if not all. */
export function formKey(
  c: Context<DashboardEnv>,
  form: URLSearchParams,
  project: string,
  about: string,
  fields: URLSearchParams = form,
): RequestKey {
  const key = form.get('idempotency-key') ?? ''
  if (!/^[\w-]{16,64}$/.test(key))
    throw new PageError(400, 'The server cannot read this form. Load the page again, then send it.')
  const { id } = signedInView(c).viewer.session.record.person
  // Not percent-encoded: a long prompt would take ten times as long.
  const body = JSON.stringify([...fields].filter(([name]) => name !== 'idempotency-key'))
  return { key, owner: `person ${id}`, project, operation: `${c.req.method} ${about}`, body }
}

import type { Origin } from '../domain/origin.ts'

/** Who does something, and from where. */
export interface Actor {
  readonly kind: 'key' | 'person' | 'operator' | 'server'
  /** Id of the API key, or GitHub's numeric id of the person; `null`: none. */
  readonly id: string | null
  /** Name of the API key, login of the person, user of the operator's machine, or what the server reacts to. */
  readonly name: string
  readonly via: 'api' | 'dashboard' | 'github' | 'command-line' | 'server'
  /** IP address of the client; `null`: none, or it is GitHub's. */
  readonly address: string | null
}

/** The actor who asked for a job or sent a message. */
export const actorOf = (origin: Origin): Actor => {
  switch (origin.kind) {
    case 'key':
      return {
        kind: 'key',
        id: origin.id,
        name: origin.name,
        via: 'api',
        address: origin.address ?? null,
      }
    case 'actor':
      return { ...personOf(origin), via: origin.via ?? 'github', address: origin.address ?? null }
    case 'github':
      return personOnGithub(origin)
    case 'watch':
      return serverBecauseOf(`a merge in ${origin.name}`)
    case 'settings':
      return serverBecauseOf(origin.name)
  }
}

const personOf = ({ id, login }: { readonly id: number; readonly login: string }) => ({
  kind: 'person' as const,
  id: String(id),
  name: login,
})

/** A person who commented, labelled or pressed a button on GitHub. */
export const personOnGithub = (person: { readonly id: number; readonly login: string }): Actor => ({
  ...personOf(person),
  via: 'github',
  address: null,
})

/** A person who is signed in to the dashboard. */
export const personInDashboard = (
  person: { readonly id: number; readonly login: string },
  address: string,
): Actor => ({ ...personOf(person), via: 'dashboard', address })

/** The server itself, because of something that happened. */
export const serverBecauseOf = (what: string): Actor => ({
  kind: 'server',
  id: null,
  name: what,
  via: 'server',
  address: null,
})

/** Somebody with access to the machine of the server. */
export const operator = (user: string): Actor => ({
  kind: 'operator',
  id: null,
  name: user,
  via: 'command-line',
  address: null,
})

/** How the reason of a cancelled run names the actor. */
export const nameOf = ({ kind, name }: Actor): string => {
  switch (kind) {
    case 'key':
      return `API key ${name}`
    case 'person':
      return `@${name}`
    case 'operator':
    case 'server':
      return name
  }
}

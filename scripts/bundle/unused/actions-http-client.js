// Replaces `@actions/http-client` in the bundle. `@actions/core` requests OIDC tokens with it, and the action requests its own
// with `fetch`. `@actions/github` asks it for an agent when it is loaded, and the action passes `fetch` instead.
export class HttpClient {
  getAgent() {}

  getAgentDispatcher() {}

  getJson() {
    throw new Error('@actions/http-client is not part of this action: use fetch')
  }
}

export class BearerCredentialHandler {}

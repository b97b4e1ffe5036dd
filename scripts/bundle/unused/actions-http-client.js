// Replaces `@actions/http-client` in the bundle, and with it `undici`: `@actions/core` requests OIDC tokens with it, and the
// action requests its own with `fetch`.
export class HttpClient {
  constructor() {
    throw new Error('@actions/http-client is not part of this action: use fetch')
  }
}

export class BearerCredentialHandler {}

// Replaces `@ai-sdk/gateway` in the bundle. The AI SDK asks Vercel's model gateway for models that are named by a string only;
// Prentice always passes a model.
const refuse = () => {
  throw new Error("Vercel's model gateway is not part of this action: name a provider as `provider/model`")
}

export const createGateway = refuse
export const gateway = refuse

/** The AI SDK asks of each error whether it is one of these. */
export class GatewayError extends Error {
  static isInstance() {
    return false
  }
}

export class GatewayAuthenticationError extends GatewayError {}

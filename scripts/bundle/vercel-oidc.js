// Replaces `@vercel/oidc` in the bundle, which the AI SDK imports for Vercel's model gateway. Prentice does not offer that
// gateway, and the package loads a part of itself dynamically, which would split the action into two files.
export const getContext = () => ({})

export async function getVercelOidcToken() {
  throw new Error("Vercel's model gateway is not part of this action: name a provider as `provider/model`")
}

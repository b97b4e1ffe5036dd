// Stands in the bundle for `@vercel/oidc`, which the AI SDK imports for Vercel's own model gateway. We do not offer that
// gateway, and the package loads a part of itself on demand, which would make the action two files.
export const getContext = () => ({})

export async function getVercelOidcToken() {
  throw new Error("Vercel's model gateway is not part of this action: name a provider as `provider/model`")
}

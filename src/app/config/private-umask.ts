/** Every program calls this first, so that only the owner can read files that it creates, such as the database. */
export const setPrivateUmask = (): void => void process.umask(0o077)

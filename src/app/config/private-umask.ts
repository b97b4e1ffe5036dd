/** Called first by every program: files that it creates, such as the database with its prompts, are its owner's only. */
export const setPrivateUmask = (): void => void process.umask(0o077)

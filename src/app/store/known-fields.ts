/**
 * The type of a stored record without the fields that this version does not know: the value has them, so that they are
 * written back, and no code relies on them.
 */
export type KnownFields<T> = { [K in keyof T as string extends K ? never : K]: T[K] }

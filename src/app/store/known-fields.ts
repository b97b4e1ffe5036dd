/**
 * The type of a stored record without unknown fields. The value still has them, so that they are written back, but no
 * code can rely on them.
 */
export type KnownFields<T> = { [K in keyof T as string extends K ? never : K]: T[K] }

/**
 * Every text column has one of these types. They are all strings; the names say what a text is and whose, and the tests
 * of the account's export and erasure, of banned words and of retention read them from the source.
 */

/** A UUIDv7: text that sorts by time. */
export type Id = string
/** ISO 8601 in UTC, with milliseconds. */
export type Instant = string
/** `YYYY-MM-DD` in Japan. */
export type Day = string
/** A word of a program, not of a person: error code, slug, topic, key of a row. */
export type Code = string
/** Random id from a device, which makes a request idempotent. */
export type ClientId = string
/** Id of an object at a provider. */
export type ProviderRef = string
/** Hash, key or encrypted value without personal data. */
export type Secret = string
/** Path of a file that belongs to no single person, or is deleted by the sweep. */
export type FilePath = string
/** Written by operators. */
export type OperatorText = string
/** JSON as text, of numbers, ids and codes. */
export type Json = string
export type Flag = 0 | 1
/** Integer yen, tax included. */
export type Yen = number

/*
 * Texts of a person. `Of` is the column of the same row that leads to the person: a user, or a row of theirs. All are
 * in the person's export, unless `Unexported`, and none remains after they left, unless `Retained`.
 */

/** What a person wrote, or what identifies them. */
export type PersonalText<_Of extends string> = string
/** The same, where others read it: refused if it holds a banned word. */
export type PublicText<_Of extends string> = string
/** JSON that holds such texts. */
export type PersonalJson<_Of extends string> = string
/** Path of a person's file, which is deleted with them. Its column's name ends in `path`. */
export type PersonalFile<_Of extends string> = string
/** Key, token, hash or encrypted value of a person: never exported. */
export type PersonalSecret<_Of extends string> = string

/** Not in the person's export. */
export type Unexported<T extends string, _Why extends string> = T
/** Stays when the person leaves. */
export type Retained<T extends string, _Why extends string> = T
/** May hold personal data, and is deleted by the hourly purge (`purged` in `server/jobs/retention.ts`). */
export type Purged<T extends string, _Why extends string> = T

/** Passkeys: number per account, length of a name, timeout of a ceremony. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 30
export const PASSKEY_TIMEOUT_MS = 4 * 60_000
export const PASSKEY_CHALLENGE_S = 5 * 60
/** Failed passkey logins of one client. */
export const PASSKEY_LOGINS = { max: 20, perMs: 10 * 60_000 }

import { DEVICE_COOKIE_S } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { SetCookie } from '#server/http/reply.ts'
import type { Client } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { enqueueEmail } from './enqueue-email.ts'
import { hashToken, newRefreshToken as newKey } from './refresh-token.ts'

/** As we make them: anything else that a browser brings is none of ours. */
const KEY = /^[\w-]{43}$/

/** The hash of a browser's key where somebody has come into this account from it before; else null. */
export async function knownDevice(
  db: Db,
  userId: string,
  key: string | null,
): Promise<string | null> {
  if (!key || !KEY.test(key)) return null
  const found = await db
    .selectFrom('known_device')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '=', hashToken(key))
    .executeTakeFirst()
  return found?.hash ?? null
}

/** True where somebody has logged in from this browser before. */
async function touch(tx: Tx, user_id: string, hash: string, last_used_at: string) {
  const known = await tx
    .updateTable('known_device')
    .set({ last_used_at })
    .where('user_id', '=', user_id)
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  return known !== undefined
}

/** The very first login is nobody else's. */
const hasComeBefore = async (tx: Tx, userId: string) =>
  (await tx
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Knows a browser again by a cookie that is good for nothing else, and tells its person of one that is new to them. To
 * be called before the session is there. Returns the cookie.
 */
export async function meetDevice(
  { clock, newId }: Pick<Deps, 'clock' | 'newId'>,
  tx: Tx,
  userId: string,
  { device, deviceKey }: Pick<Client, 'device' | 'deviceKey'>,
): Promise<SetCookie> {
  const at = clock.now().toISOString()
  const key = keyOf(deviceKey)
  if (!(await touch(tx, userId, hashToken(key), at))) {
    if (await hasComeBefore(tx, userId)) {
      const { email } = await tx
        .selectFrom('user')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      const letter = { letter: 'newDevice' as const, device, at }
      await enqueueEmail({ clock, newId }, tx, newId(), { ...letter, to: email })
    }
    await insert(tx, userId, key, at)
  }
  return cookieOf(key)
}

/** Without a word: of this browser its person was told by another mail. Returns the cookie. */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  { deviceKey }: Pick<Client, 'deviceKey'>,
  at: string,
): Promise<SetCookie> {
  const key = keyOf(deviceKey)
  await insert(tx, userId, key, at)
  return cookieOf(key)
}

const keyOf = (deviceKey: string | null) =>
  deviceKey && KEY.test(deviceKey) ? deviceKey : newKey()

const insert = (tx: Tx, userId: string, key: string, at: string) =>
  tx
    .insertInto('known_device')
    .values({ user_id: userId, hash: hashToken(key), last_used_at: at })
    .onConflict((on) => on.doNothing())
    .execute()

const cookieOf = (key: string): SetCookie => ({
  name: 'device',
  value: key,
  maxAge: DEVICE_COOKIE_S,
})

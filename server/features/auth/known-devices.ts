import { DEVICE_COOKIE_S } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { SetCookie } from '#server/http/reply.ts'
import type { Client } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { enqueueEmail } from './enqueue-email.ts'
import { hashToken, newRefreshToken as newKey } from './refresh-token.ts'

/** Format of device keys; other cookie values are ignored. */
const KEY = /^[\w-]{43}$/

/** Hash of the device key if this account has been used in that browser before; else null. */
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

/** Updates the last use of a device; false if it is unknown. */
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

/** Whether the account has had a session: its first login gets no new-device email. */
const hasComeBefore = async (tx: Tx, userId: string) =>
  (await tx
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Recognizes a browser by its device cookie, and emails the person about a new device. Call it before the session is
 * inserted. Returns the cookie.
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
      const emailContent = { letter: 'newDevice' as const, device, at }
      await enqueueEmail({ clock, newId }, tx, newId(), { ...emailContent, to: email })
    }
    await insert(tx, userId, key, at)
  }
  return cookieOf(key)
}

/** Makes a device known without an email, for callers that send another one. Returns the cookie. */
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

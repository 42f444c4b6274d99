import { DEVICE_COOKIE_S } from '#contract/auth/limits.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { SetCookie } from '#server/http/answers/reply.ts'
import type { Client } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { enqueueEmail } from '../emails/enqueue-email.ts'
import {
  findDevice,
  findEmail,
  hasComeBefore,
  insertDevice,
  touchDevice,
} from './device-queries.ts'
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
  const device = await findDevice(db, userId, hashToken(key))
  return device?.hash ?? null
}

/**
 * Recognizes a browser by its device cookie, and emails the person about a new device. Call it before the session is
 * inserted. Returns the cookie.
 */
export async function meetDevice(
  deps: Deps,
  tx: Tx,
  userId: string,
  { device, deviceKey }: Pick<Client, 'device' | 'deviceKey'>,
): Promise<SetCookie> {
  const at = isoNow(deps)
  const key = keyOf(deviceKey)
  if (!(await touchDevice(tx, userId, hashToken(key), at))) {
    if (await hasComeBefore(tx, userId)) {
      const email = await findEmail(tx, userId)
      const emailContent = { letter: 'newDevice' as const, device, at }
      await enqueueEmail(deps, tx, deps.newId(), { ...emailContent, to: email })
    }
    await insertDevice(tx, userId, hashToken(key), at)
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
  await insertDevice(tx, userId, hashToken(key), at)
  return cookieOf(key)
}

const keyOf = (deviceKey: string | null) =>
  deviceKey && KEY.test(deviceKey) ? deviceKey : newKey()

const cookieOf = (key: string): SetCookie => ({
  name: 'device',
  value: key,
  maxAge: DEVICE_COOKIE_S,
})

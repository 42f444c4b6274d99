import type { PublishmentFlg } from './events.ts'
import {
  LIVE_URL_POLL_FOR_MS,
  LIVE_URL_POLL_MS,
  NAME_MAX,
  NAME_MIN,
  PLATFORM_FEE_PERCENT,
  TALK_MAX_CHARS,
  TALK_MAX_UNITS,
  TALK_POLL_FOR_MS,
  TALK_POLL_MS,
} from './limits.ts'
import { TALK_BANNED, TALK_NOT_YET, TALK_OFF, TALK_OVER } from './messages.ts'
import { lengthOf } from './text.ts'

/** Whether a talk message is short enough. Units first: counting characters is slow on a huge text. */
export const talkFits = (message: string): boolean =>
  message.length <= TALK_MAX_UNITS && lengthOf(message) <= TALK_MAX_CHARS

/** Why somebody who may watch cannot speak, in words; null where they can. */
export function whySilent(at: {
  publishment_flg: PublishmentFlg
  live_talk: 0 | 1
  isBanned: boolean
}): string | null {
  if (at.publishment_flg === 3) return TALK_OVER
  if (at.live_talk === 0) return TALK_OFF
  if (at.publishment_flg === 0) return TALK_NOT_YET
  return at.isBanned ? TALK_BANNED : null
}

/** The platform's part of a sale of `amount` yen, in whole yen, rounded down. */
export const platformFee = (amount: number): number =>
  Math.floor((amount * PLATFORM_FEE_PERCENT) / 100)

/** A user's name as URLs and handles spell it. */
export const isName = (name: string): boolean =>
  name.length >= NAME_MIN && name.length <= NAME_MAX && /^[a-z0-9_]+$/.test(name)

/** How long to wait before asking for talk again; false when there is no more to come. `elapsedMs` of watching. */
export function talkPollEvery(flg: PublishmentFlg, elapsedMs: number): number | false {
  const open = flg === 1 || flg === 2
  return open && elapsedMs < TALK_POLL_FOR_MS ? TALK_POLL_MS : false
}

/** The same for the picture's address: until there is one, and not after the end. */
export function liveUrlPollEvery(
  flg: PublishmentFlg,
  hasUrl: boolean,
  elapsedMs: number,
): number | false {
  return flg !== 3 && !hasUrl && elapsedMs < LIVE_URL_POLL_FOR_MS ? LIVE_URL_POLL_MS : false
}

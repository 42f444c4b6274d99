import type { PublishmentFlg } from '../events/calls.ts'
import { LIVE_URL_POLL_FOR_MS, LIVE_URL_POLL_MS, TALK_POLL_FOR_MS, TALK_POLL_MS } from './limits.ts'

/** Polling interval of the talk; false when it has ended. `elapsedMs`: time of watching. */
export function talkPollEvery(flg: PublishmentFlg, elapsedMs: number): number | false {
  const open = flg === 1 || flg === 2
  return open && elapsedMs < TALK_POLL_FOR_MS ? TALK_POLL_MS : false
}

/** Polling interval of the stream's address: until there is one, and not after the end. */
export function liveUrlPollEvery(
  flg: PublishmentFlg,
  hasUrl: boolean,
  elapsedMs: number,
): number | false {
  return flg !== 3 && !hasUrl && elapsedMs < LIVE_URL_POLL_FOR_MS ? LIVE_URL_POLL_MS : false
}

import * as z from 'zod'
import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { jsonOf } from '#server/db/json.ts'
import { isYoung } from '#server/ports/clock.ts'
import { type Fetched, OriginError } from '#server/ports/origin.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import { createCipher } from '#server/process/encryption.ts'
import { rewritePlaylist } from './origin-playlist.ts'

/** Cache time of a fetched playlist, independent of the number of viewers. */
const CACHE_MS = 1_000
const MAX_PLAYLISTS = 200

/** Event and URL. */
const addressIn = jsonOf(z.tuple([z.string(), z.string()]))

/** External streams: proxied playlists, and encrypted source addresses. */
export function origins({ origin, secrets, clock }: GivenDeps) {
  const sources = createCipher(secrets, 'stream-source')
  const addresses = createCipher(secrets, 'origin')
  const known = new Map<string, { at: number; fetched: Promise<Fetched> }>()

  function read(url: string): Promise<Fetched> {
    const now = clock.now().getTime()
    const found = known.get(url)
    if (found && isYoung(found.at, now, CACHE_MS)) return found.fetched
    const fetched = origin.read(url)
    fetched.catch(() => {}) // Avoids an unhandled rejection; every caller awaits the promise and gets the error.
    known.delete(url)
    known.set(url, { at: now, fetched })
    dropOldest(known, MAX_PLAYLISTS)
    return fetched
  }

  return {
    read,
    allows: origin.allows,
    seal: sources.encrypt,
    /** Null if it was encrypted with another secret. */
    open: sources.decrypt,
    /** The rewritten playlist for viewers; `base`: relative path from it to our proxied addresses. */
    async playlist(eventId: string, url: string, base: string): Promise<string> {
      const fetched = await read(url)
      const text = rewritePlaylist({
        ...fetched,
        allows: origin.allows,
        playlistAt: (address) => `${base}${addresses.encrypt(JSON.stringify([eventId, address]))}`,
      })
      if (text === null) throw new OriginError('no playlist', 'cannot be given out')
      return text
    },
    /** The original URL of a proxied address, if it belongs to this event. */
    playlistOf(eventId: string, sealed: string): string | null {
      const text = addresses.decrypt(sealed)
      if (text === null) return null
      const [event, url] = addressIn(text)
      return event === eventId ? url : null
    },
  }
}
export type Origins = ReturnType<typeof origins>

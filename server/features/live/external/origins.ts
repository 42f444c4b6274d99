import { isYoung } from '#server/ports/clock.ts'
import { type Fetched, OriginError } from '#server/ports/origin.ts'
import type { Deps } from '#server/process/deps.ts'
import { createCipher } from '#server/process/encryption.ts'
import { rewritePlaylist } from './origin-playlist.ts'

/** A playlist is read anew after so long, however many ask for it. */
const KEPT_MS = 1_000
const MAX_PLAYLISTS = 200

/** Streams that come from elsewhere: their playlists through us, and their addresses where nobody can read them. */
export function origins({ origin, secrets, clock }: Pick<Deps, 'origin' | 'secrets' | 'clock'>) {
  const sources = createCipher(secrets, 'stream-source')
  const addresses = createCipher(secrets, 'origin')
  const known = new Map<string, { at: number; fetched: Promise<Fetched> }>()

  function read(url: string): Promise<Fetched> {
    const now = clock.now().getTime()
    const found = known.get(url)
    if (found && isYoung(found.at, now, KEPT_MS)) return found.fetched
    const fetched = origin.read(url)
    fetched.catch(() => {}) // whoever waits for it learns of it
    known.delete(url)
    known.set(url, { at: now, fetched })
    if (known.size > MAX_PLAYLISTS) known.delete(known.keys().next().value!)
    return fetched
  }

  return {
    read,
    allows: origin.allows,
    seal: sources.encrypt,
    /** Null where the server's secret is not the one that it was sealed with. */
    open: sources.decrypt,
    /** What a viewer of this event gets of that playlist; `base` leads from where it is given out to our addresses. */
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
    /** The playlist that one of our addresses stands for, if it is one of this event's. */
    playlistOf(eventId: string, sealed: string): string | null {
      const text = addresses.decrypt(sealed)
      if (text === null) return null
      const [event, url] = JSON.parse(text) as [string, string]
      return event === eventId ? url : null
    },
  }
}
export type Origins = ReturnType<typeof origins>

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
export class Origins {
  readonly #deps: GivenDeps
  readonly #sources
  readonly #addresses
  readonly #known = new Map<string, { at: number; fetched: Promise<Fetched> }>()

  constructor(deps: GivenDeps) {
    this.#deps = deps
    this.#sources = createCipher(deps.secrets, 'stream-source')
    this.#addresses = createCipher(deps.secrets, 'origin')
  }

  read(url: string): Promise<Fetched> {
    const now = this.#deps.clock.now().getTime()
    const cached = this.#known.get(url)
    if (cached && isYoung(cached.at, now, CACHE_MS)) return cached.fetched
    const fetched = this.#deps.origin.read(url)
    fetched.catch(() => {}) // Avoids an unhandled rejection; every caller awaits the promise and gets the error.
    this.#known.delete(url)
    this.#known.set(url, { at: now, fetched })
    dropOldest(this.#known, MAX_PLAYLISTS)
    return fetched
  }

  allows(url: string) {
    return this.#deps.origin.allows(url)
  }

  seal(url: string) {
    return this.#sources.encrypt(url)
  }

  /** Null if it was encrypted with another secret. */
  open(sealed: string) {
    return this.#sources.decrypt(sealed)
  }

  /** The rewritten playlist for viewers; `base`: relative path from it to our proxied addresses. */
  async playlist(eventId: string, url: string, base: string): Promise<string> {
    const fetched = await this.read(url)
    const text = rewritePlaylist({
      ...fetched,
      allows: (address) => this.#deps.origin.allows(address),
      playlistAt: (address) =>
        `${base}${this.#addresses.encrypt(JSON.stringify([eventId, address]))}`,
    })
    if (text === null) throw new OriginError('no playlist', 'cannot be given out')
    return text
  }

  /** The original URL of a proxied address, if it belongs to this event. */
  playlistOf(eventId: string, sealed: string): string | null {
    const text = this.#addresses.decrypt(sealed)
    if (text === null) return null
    const [event, url] = addressIn(text)
    return event === eventId ? url : null
  }
}

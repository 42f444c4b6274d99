import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { archivePlaylist, fileAddress, livePlaylist } from './playlist.ts'
import type { SegmentUrls } from './segment-url.ts'
import type { Archive, StreamState } from './stream-state.ts'
import { multivariantPlaylist, settledCount, type Variant, variantFiles } from './variants.ts'

/** Of segments that are stored here. */
type Stored<S extends StreamState | Archive> = Extract<S, { origin: null }>

/** Maximum number of cached texts. */
const MAX_TEXTS = 200

/** The playlists of stored streams, cached: all viewers of a stream request the same ones. */
export class PlaylistTexts {
  readonly #urls: SegmentUrls
  readonly #texts = new Map<string, string>()

  constructor(urls: SegmentUrls) {
    this.#urls = urls
  }

  live(stream: Stored<StreamState>, variant: Variant | 'all'): string {
    const { last, state, segments, variants } = stream
    const expires = this.#urls.expiresNow()
    const key = [
      ...['live', last.broadcastId, last.sequence, segments.length],
      ...[state, expires, variants?.version, variant],
    ]
    return this.#textOf(key.join(), () => {
      if (variants && variant === 'all')
        return multivariantPlaylist(variants, segments, (which) => `live-${which}.m3u8`)
      const isOver = state === 'over'
      const one = variant === 'all' ? 'source' : variant
      const settled = isOver ? segments : segments.slice(0, settledCount(segments, one))
      const address = (id: string, file: string) => this.#urls.sign(id, file, expires)
      return livePlaylist({ ...stream, segments: variantFiles(settled, one) }, address, isOver)
    })
  }

  archive({ last, segments, variants }: Stored<Archive>, variant: Variant | 'all'): string {
    const key = [
      ...['archive', last.broadcastId, last.sequence, segments.length],
      ...[variants?.version, variant],
    ]
    // An archive is longer than the life of a signed address, so its segments are requested through the view's
    // address.
    const address = (id: string, file: string) => `piece/${fileAddress(id, file)}`
    return this.#textOf(key.join(), () =>
      variants && variant === 'all'
        ? multivariantPlaylist(variants, segments, (which) => `archive-${which}.m3u8`)
        : archivePlaylist(variantFiles(segments, variant === 'all' ? 'source' : variant), address),
    )
  }

  /** Cached text for all requests with the same key. */
  #textOf(key: string, write: () => string): string {
    const known = this.#texts.get(key)
    if (known !== undefined) return known
    const text = write()
    this.#texts.set(key, text)
    dropOldest(this.#texts, MAX_TEXTS)
    return text
  }
}

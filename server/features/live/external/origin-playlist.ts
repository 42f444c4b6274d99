/** Low latency needs the origin itself to wait; steering and pictures of fast forward would lead around our check. */
const LEFT_OUT =
  /^#EXT-X-(?:PART|PART-INF|PRELOAD-HINT|RENDITION-REPORT|SERVER-CONTROL|SKIP|CONTENT-STEERING|I-FRAME-STREAM-INF|SESSION-DATA)\b/
/** Tags whose address is another playlist; all others' are pieces and keys. */
const LEADS_ON = /^#EXT-X-MEDIA:/
const ADDRESS = /(,|:)URI="([^"]*)"/

interface Rewriting {
  text: string
  /** Where it was read. */
  url: string
  /** Whether an address may stand in what we give out. */
  allows: (url: string) => boolean
  /** Our address for another playlist of the same origin. */
  playlistAt: (url: string) => string
}

/**
 * A playlist of somebody else's as our viewers get it: other playlists are led through us, where the right to watch is
 * looked at each time, pieces and keys go straight to where they are. Null where it cannot be given out.
 */
export function rewritePlaylist({ text, url, allows, playlistAt }: Rewriting): string | null {
  // Variables would have to be known in every playlist that is reached through this one.
  if (/^#EXT-X-DEFINE:/m.test(text)) return null
  let leadsOn = false
  let isGood = true
  const absolute = (address: string) => {
    const found = URL.parse(address, url)?.href ?? ''
    if (!allows(found)) isGood = false
    return found
  }
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => !LEFT_OUT.test(line))
    .map((line) => {
      if (line.startsWith('#EXT-X-STREAM-INF')) leadsOn = true
      if (line.startsWith('#'))
        return line.replace(ADDRESS, (_, before: string, address: string) => {
          const there = absolute(address)
          return `${before}URI="${LEADS_ON.test(line) ? playlistAt(there) : there}"`
        })
      if (line.trim() === '') return line
      const there = absolute(line.trim())
      if (!leadsOn) return there
      leadsOn = false
      return playlistAt(there)
    })
  return isGood ? lines.join('\n') : null
}

/** The first playlist that this one leads on to; null where it names pieces itself. */
export function firstVariant(text: string, url: string): string | null {
  const found = text.match(/^#EXT-X-STREAM-INF:.*\r?\n(?:#.*\r?\n)*([^#\r\n].*)$/m)?.[1]
  return found ? (URL.parse(found.trim(), url)?.href ?? null) : null
}

/** How far a stream is: what changes as it moves on; null where it does not, or shows nothing. */
export function progressOf(text: string): string | null {
  if (!text.includes('#EXTINF') || text.includes('#EXT-X-ENDLIST')) return null
  const last = text.split(/\r?\n/).findLast((line) => line.trim() !== '' && !line.startsWith('#'))
  return `${text.match(/^#EXT-X-MEDIA-SEQUENCE:(\d+)/m)?.[1] ?? 0} ${last}`
}

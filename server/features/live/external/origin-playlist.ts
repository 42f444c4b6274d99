/** Tags to remove: low latency needs the origin itself; steering and I-frame playlists would bypass our checks. */
const LEFT_OUT =
  /^#EXT-X-(?:PART|PART-INF|PRELOAD-HINT|RENDITION-REPORT|SERVER-CONTROL|SKIP|CONTENT-STEERING|I-FRAME-STREAM-INF|SESSION-DATA)\b/
/** Tags whose URI is another playlist; those of all other tags are segments and keys. */
const LEADS_ON = /^#EXT-X-MEDIA:/
const ADDRESS = /(,|:)URI="([^"]*)"/

interface Rewriting {
  text: string
  /** URL of the playlist, after redirects. */
  url: string
  /** Whether a URL may appear in the rewritten playlist. */
  allows: (url: string) => boolean
  /** Our proxied address of another playlist of the same origin. */
  playlistAt: (url: string) => string
}

/**
 * Rewrites an external playlist for our viewers: nested playlists are proxied, where the right to watch is checked
 * each time; segments and keys are linked directly. Null if the playlist cannot be served.
 */
export function rewritePlaylist({ text, url, allows, playlistAt }: Rewriting): string | null {
  // Variables would have to be resolved in every nested playlist.
  if (/^#EXT-X-DEFINE:/m.test(text)) return null
  let leadsOn = false
  let isGood = true
  const absolute = (address: string) => {
    const href = URL.parse(address, url)?.href ?? ''
    if (!allows(href)) isGood = false
    return href
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

/** First variant playlist; null for a media playlist. */
export function firstVariant(text: string, url: string): string | null {
  const match = text.match(/^#EXT-X-STREAM-INF:.*\r?\n(?:#.*\r?\n)*([^#\r\n].*)$/m)?.[1]
  return match ? (URL.parse(match.trim(), url)?.href ?? null) : null
}

/** Position of the live edge, which changes as the stream moves on; null for an empty or invalid playlist. */
export function progressOf(text: string): string | null {
  if (!text.includes('#EXTINF') || text.includes('#EXT-X-ENDLIST')) return null
  const last = text.split(/\r?\n/).findLast((line) => line.trim() !== '' && !line.startsWith('#'))
  return `${text.match(/^#EXT-X-MEDIA-SEQUENCE:(\d+)/m)?.[1] ?? 0} ${last}`
}

import { lookup } from 'node:dns'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { type Fetched, type Origin, OriginError } from '#server/ports/origin.ts'
import { isPublicAddress, NotPublic, publicLookup } from './public-address.ts'

const TIMEOUT_MS = 5_000
const MAX_REDIRECTS = 3
/** A day of two-second segments with long URLs is about ten megabytes; a live playlist a few kilobytes. */
const MAX_BYTES = 16_000_000

/**
 * Reads external playlists over https from public addresses only. Each address is checked at connect time, which
 * prevents DNS rebinding, and again at each redirect. `allowed` (`host:port`) may be local and unencrypted.
 */
export function httpsOrigin(allowed: string[] = [], resolve: typeof lookup = lookup): Origin {
  const isAllowed = ({ host }: URL) => allowed.includes(host)

  function parse(text: string): URL {
    const url = URL.parse(text)
    if (!url || !allows(url)) throw new OriginError('not allowed', 'no public https address')
    return url
  }
  function allows(url: URL): boolean {
    if (isAllowed(url)) return url.protocol === 'http:' || url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    return (
      url.protocol === 'https:' &&
      url.username === '' &&
      url.password === '' &&
      (isIP(host) === 0 ? host.includes('.') : isPublicAddress(host))
    )
  }

  const ask = (url: URL, signal: AbortSignal) =>
    new Promise<IncomingMessage>((done, failed) => {
      const open = url.protocol === 'http:' ? plainRequest : request
      open(url, {
        signal,
        agent: false,
        ...(!isAllowed(url) && { lookup: publicLookup(resolve) }),
        headers: { accept: 'application/vnd.apple.mpegurl, audio/mpegurl' },
      })
        .once('response', done)
        .once('error', failed)
        .end()
    })

  async function follow(first: string, signal: AbortSignal): Promise<Fetched> {
    let url = parse(first)
    for (let step = 0; step <= MAX_REDIRECTS; step++) {
      const answer = await ask(url, signal)
      const { statusCode = 0, headers } = answer
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        answer.destroy()
        url = parse(URL.parse(headers.location, url)?.href ?? '')
        continue
      }
      if (statusCode !== 200) {
        answer.destroy()
        throw new OriginError('silent', `answered ${statusCode}`)
      }
      return { url: url.href, text: await textOf(answer) }
    }
    throw new OriginError('silent', 'too many redirects')
  }

  return {
    allows: (text) => {
      const url = URL.parse(text)
      return url !== null && allows(url)
    },
    async read(url) {
      try {
        return await follow(url, AbortSignal.timeout(TIMEOUT_MS))
      } catch (error) {
        if (error instanceof OriginError) throw error
        if (error instanceof NotPublic) throw new OriginError('not allowed', error.message)
        throw new OriginError('silent', 'could not be read', { cause: error })
      }
    },
  }
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  let begun = false
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    if (bytes > MAX_BYTES) throw new OriginError('no playlist', 'too long')
    // Checked at the first bytes: any other file is not read to its end.
    if (begun || bytes < 7) continue
    begun = true
    if (!/^\uFEFF?#EXTM3U/.test(Buffer.concat(parts).toString('utf8', 0, 12)))
      throw new OriginError('no playlist', 'is none')
  }
  if (!begun) throw new OriginError('no playlist', 'is empty')
  return Buffer.concat(parts).toString('utf8')
}

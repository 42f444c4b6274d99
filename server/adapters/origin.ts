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

interface Access {
  /** `host:port` that may be local and unencrypted. */
  allowed: string[]
  resolve: typeof lookup
}

/**
 * Reads external playlists over https from public addresses only. Each address is checked at connect time, which
 * prevents DNS rebinding, and again at each redirect. `allowed` (`host:port`) may be local and unencrypted.
 */
export function httpsOrigin(allowed: string[] = [], resolve: typeof lookup = lookup): Origin {
  const access = { allowed, resolve }
  return {
    allows: (text) => {
      const url = URL.parse(text)
      return url !== null && allows(access, url)
    },
    async read(url) {
      try {
        return await follow(access, url, AbortSignal.timeout(TIMEOUT_MS))
      } catch (error) {
        if (error instanceof OriginError) throw error
        if (error instanceof NotPublic) throw new OriginError('not allowed', error.message)
        throw new OriginError('silent', 'could not be read', { cause: error })
      }
    },
  }
}

function allows({ allowed }: Access, url: URL): boolean {
  if (allowed.includes(url.host)) return url.protocol === 'http:' || url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return (
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    (isIP(host) === 0 ? host.includes('.') : isPublicAddress(host))
  )
}

function parse(access: Access, text: string): URL {
  const url = URL.parse(text)
  if (!url || !allows(access, url)) throw new OriginError('not allowed', 'no public https address')
  return url
}

const ask = ({ allowed, resolve }: Access, url: URL, signal: AbortSignal) =>
  new Promise<IncomingMessage>((done, reject) => {
    const open = url.protocol === 'http:' ? plainRequest : request
    open(url, {
      signal,
      agent: false,
      ...(!allowed.includes(url.host) && { lookup: publicLookup(resolve) }),
      headers: { accept: 'application/vnd.apple.mpegurl, audio/mpegurl' },
    })
      .once('response', done)
      .once('error', reject)
      .end()
  })

async function follow(access: Access, first: string, signal: AbortSignal): Promise<Fetched> {
  let url = parse(access, first)
  for (let step = 0; step <= MAX_REDIRECTS; step++) {
    const answer = await ask(access, url, signal)
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location) {
      answer.destroy()
      url = parse(access, URL.parse(headers.location, url)?.href ?? '')
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

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  let begun = false
  // Without an encoding, a response is read as buffers.
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

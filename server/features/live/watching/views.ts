import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'
import type { GivenDeps, Viewer } from '#server/process/deps.ts'
import { createCipher } from '#server/process/encryption.ts'
import { sha256 } from '../seal.ts'

/** The kind of picture: the live stream or the archive. */
export type ViewKind = 'live' | 'archive'

/** Access of one browser to one stream or archive. */
export interface View {
  kind: ViewKind
  eventId: string
  userId: string
  sessionId: string
  /** Hash of the browser's cookie. */
  browser: string
}

const COOKIE_BYTES = 24
export const VIEWS = '/hls/view'
const FILES = { live: 'live.m3u8', archive: 'archive.m3u8' } as const

const partsOf = jsonOf(
  z.tuple([z.enum(['live', 'archive']), z.string(), z.string(), z.string(), z.string()]),
)

/** Playlist addresses: viewer, event and browser are encrypted in the address itself. */
export class Views {
  readonly #cipher

  constructor({ secrets }: GivenDeps) {
    this.#cipher = createCipher(secrets, 'view')
  }

  /** Stable per browser, since native players cannot change the address while playing. */
  make(kind: ViewKind, eventId: string, viewer: Viewer, known: string | undefined) {
    const cookie = known ?? randomBytes(COOKIE_BYTES).toString('base64url')
    const browser = sha256(cookie)
    const token = this.#cipher.encrypt(
      JSON.stringify([kind, eventId, viewer.id, viewer.sessionId, browser]),
    )
    return { url: `${VIEWS}/${token}/${FILES[kind]}`, cookie, browser }
  }

  /** Null for an invalid address, or one made for another browser. */
  read(token: string, cookie: string | undefined): View | null {
    const text = this.#cipher.decrypt(token)
    if (text === null) return null
    const [kind, eventId, userId, sessionId, browser] = partsOf(text)
    if (!cookie || sha256(cookie) !== browser) return null
    return { kind, eventId, userId, sessionId, browser }
  }
}

import { randomBytes } from 'node:crypto'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { createCipher } from '#server/process/encryption.ts'
import { sha256 } from './seal.ts'

/** What is watched: what is on now, or what was. */
export type Kind = 'live' | 'archive'

/** One browser that was let in to watch one thing. */
export interface View {
  kind: Kind
  eventId: string
  userId: string
  sessionId: string
  /** The hash of the cookie that this browser was given. */
  browser: string
}

const COOKIE_BYTES = 24
export const VIEWS = '/hls/view'
const FILES = { live: 'live.m3u8', archive: 'archive.m3u8' } as const

/** Addresses of playlists: who may watch what, and in which browser, closed into the address itself. */
export function views({ secrets }: Pick<Deps, 'secrets'>) {
  const { encrypt, decrypt } = createCipher(secrets, 'view')
  return {
    /** The same browser is given the same address again: native players cannot change it while they play. */
    make(kind: Kind, eventId: string, viewer: Viewer, known: string | undefined) {
      const cookie = known ?? randomBytes(COOKIE_BYTES).toString('base64url')
      const browser = sha256(cookie)
      const token = encrypt(JSON.stringify([kind, eventId, viewer.id, viewer.sessionId, browser]))
      return { url: `${VIEWS}/${token}/${FILES[kind]}`, cookie, browser }
    },
    /** Null where the address is none of ours, or was brought by another browser than it was made for. */
    read(token: string, cookie: string | undefined): View | null {
      const text = decrypt(token)
      if (text === null) return null
      const [kind, eventId, userId, sessionId, browser] = JSON.parse(text) as string[]
      if (!cookie || sha256(cookie) !== browser) return null
      return {
        kind: kind as Kind,
        eventId: eventId!,
        userId: userId!,
        sessionId: sessionId!,
        browser: browser!,
      }
    },
  }
}
export type Views = ReturnType<typeof views>

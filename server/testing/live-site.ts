import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { auth } from '#contract/auth/calls.ts'
import { events } from '#contract/events/calls.ts'
import { type Caller, createCaller, urlOf } from '#contract/http/caller.ts'
import type { live } from '#contract/live/calls.ts'
import { streams } from '#contract/streams/calls.ts'
import { type Encoder, startEncoder } from './encoder.ts'
import { endChild } from './end-child.ts'
import { freePort } from './free-port.ts'
import { bundleOf } from './program.ts'

type Part = 'main' | 'ingest'
interface Person {
  call: Caller
  token: () => string
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'room-live-'))

/**
 * Starts both server processes with the demo, as the supervisor does; each can be killed. `folder`: contains the
 * demo, or is filled with it, which takes a while.
 */
export async function startLiveSite(settings: Record<string, string> = {}, folder = newFolder()) {
  const parts: Partial<Record<Part | 'second', ChildProcess>> = {}
  const [PORT, RTMP_PORT] = [await freePort(), await freePort()].map(String) as [string, string]
  const site = `http://localhost:${PORT}`
  const env = {
    ...{ ...process.env, NODE_ENV: '', RATE_LIMITS: 'off', PORT, RTMP_PORT, DATA_DIR: folder },
    // Renditions only where a test is about them.
    ...{ DEMO: '1', LOG_LEVEL: 'silent', LIVE_LADDER: 'off', ...settings },
  }

  /** `more`: settings of this start only, such as a shifted clock. `as`: name of a second instance. */
  async function start(
    script: Part,
    more: Record<string, string> = {},
    as: Part | 'second' = script,
  ) {
    const child = spawn(process.execPath, [bundleOf(script)], {
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    parts[as] = child
    const lines = createInterface({ input: child.stdout })
    // Printed with a failure only: the emails on standard error are noise otherwise.
    let complaint = ''
    child.stderr.on('data', (part) => {
      complaint = (complaint + part).slice(-2_000)
    })
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`${script} ended with ${code}: ${complaint}`)))
      lines.on('line', (line) => line.includes('"ready"') && resolve())
    })
  }
  async function kill(script: Part, signal: NodeJS.Signals = 'SIGKILL') {
    const child = parts[script]!
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  /** Logs in as a person of the demo. */
  async function callerOf(name: string): Promise<Person> {
    const reach = (url: string, init: RequestInit) => fetch(new URL(url, site), init)
    const visitor = createCaller({ fetch: reach, token: () => null })
    const body = { email: `${name}@example.com`, password: 'password' }
    const { access_token } = await visitor(auth.login, { body })
    const token = () => access_token
    return { call: createCaller({ fetch: reach, token }), token }
  }

  /** The owner's studio calls for an event. */
  function studioOf(owner: Person, id: string) {
    const params = { id }
    const ingest = () => owner.call(streams.getIngest, { params })
    return {
      owner,
      params,
      ingest,
      state: async () => (await ingest()).status,
      turn: (publishment_flg: 0 | 1 | 2 | 3) =>
        owner.call(streams.setPublishment, { params, body: { publishment_flg } }),
    }
  }
  /** A coming event of the owner for which the fan has a ticket. */
  async function comingEvent() {
    const [owner, fan] = await Promise.all([callerOf('owner'), callerOf('fan')])
    const { items } = await fan.call(events.listJoined, { query: { limit: 100 } })
    const { id } = items.find(
      ({ publishment_flg, archive_days, room }) =>
        publishment_flg === 0 && archive_days > 0 && room.id === 'aoi',
    )!
    const event = () => fan.call(events.getEvent, { params: { id } })
    return { ...studioOf(owner, id), fan, event }
  }
  /** Another coming event of the owner, whose preview the owner can see. */
  async function ownEvent(n: number) {
    const owner = await callerOf('owner')
    const { items } = await owner.call(events.listOwn, { query: { limit: 100 } })
    const coming = items.filter(
      ({ publishment_flg, status }) => publishment_flg === 0 && status === 'published',
    )
    return studioOf(owner, coming.at(-1 - n)!.id)
  }

  return {
    site,
    folder,
    rtmpPort: Number(RTMP_PORT),
    pidOf: (script: Part) => parts[script]!.pid!,
    start,
    kill,
    callerOf,
    comingEvent,
    ownEvent,
    /** A real encoder, stopped at the end of the test. */
    encode(key: string, options: Parameters<typeof startEncoder>[1] = {}): Encoder {
      const encoder = startEncoder(`rtmp://127.0.0.1:${RTMP_PORT}/live/${key}`, options)
      onTestFinished(() => encoder.cut())
      return encoder
    },
    /** The playlist of a person in their own browser; through the proxy at `at`, if given. */
    async playlistOf(
      who: Pick<Person, 'token'>,
      call: typeof live.getLiveUrl | typeof live.getArchiveUrl,
      params: { id: string },
      at = site,
    ) {
      const answer = await fetch(at + urlOf(call, { params }), {
        headers: { authorization: `Bearer ${who.token()}` },
      })
      const { url } = (await answer.json()) as { url?: string }
      if (!url) return null
      const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
      const get = (path: string) => fetch(new URL(path, at + url), { headers: { cookie } })
      return { url, get, text: async () => (await get(url)).text() }
    },
    async close() {
      await Promise.all(Object.values(parts).map(endChild))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type LiveSite = Awaited<ReturnType<typeof startLiveSite>>

export const mediaLines = (text: string) =>
  text.split('\n').filter((line) => line && !line.startsWith('#'))

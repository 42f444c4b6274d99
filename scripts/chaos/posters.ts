import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { threads } from '#contract/threads/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { uploads } from '#contract/uploads/calls.ts'
import type { Engine } from '#server/db/engine.ts'
import { sound } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf, MAX_ATTEMPTS, PAUSE_MS, type World, withRetry } from './buyer.ts'

const PIECES = 5
const SIDE = 64
const WAV_HEAD = 44

const isNotFound = (error: unknown) => error instanceof RequestError && error.status === 404

type Call = ReturnType<typeof callerOf>
export interface Posted {
  n: number
  owner: string
  id: string
}

/** A unique audio file, and a picture of an almost unique color. */
function soundOf(n: number) {
  const bytes = sound()
  for (let at = 0; at < 64; at++) bytes[WAV_HEAD + at] = (n >> (at % 16)) & 0xff
  return bytes
}
const colourOf = (n: number) => ({ r: n % 256, g: (n * 7) % 256, b: (n * 31) % 256 })
const pictureOf = async (n: number) =>
  new Uint8Array(
    await sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: colourOf(n) } })
      .png()
      .toBuffer(),
  )

/** Owners who post audio and a picture, uploaded in chunks, while the server is killed. */
export function createPosters(world: World, { db }: Engine, owners: string[]) {
  const posted: Posted[] = []
  const problems: string[] = []
  const titleOf = (n: number) => `知らせ${n}`

  /** An upload as in the app: after a lost connection asks for the offset and continues there. */
  async function send(call: Call, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    // With a key, as in the app: an upload whose answer is lost would count as one in progress.
    const options = { idempotencyKey: randomUUID() }
    const { id } = await withRetry(() =>
      call(uploads.startUpload, { body: { size: bytes.length } }, options),
    )
    const params = { id }
    let acknowledged = 0
    let offset = 0
    for (let tried = 0; offset < bytes.length; tried++) {
      const to = Math.min(bytes.length, offset + Math.ceil(bytes.length / PIECES))
      const body = new Blob([bytes.slice(offset, to)], { type: 'application/octet-stream' })
      try {
        const sent = await call(uploads.sendPiece, { params, query: { offset }, body })
        offset = sent.offset
        acknowledged = Math.max(acknowledged, offset)
      } catch (error) {
        if (tried >= MAX_ATTEMPTS) throw error
        await pause(PAUSE_MS)
        const known = await withRetry(() => call(uploads.getUpload, { params })).catch(
          (failure: unknown) => {
            // The server deleted an upload without a byte. Nothing is lost: like the app, start a new one.
            if (acknowledged === 0 && isNotFound(failure)) return null
            throw failure
          },
        )
        if (!known) return send(call, bytes)
        offset = known.offset
        if (offset < acknowledged)
          problems.push(
            `upload ${id}: ${acknowledged} bytes were acknowledged, ${offset} are there`,
          )
      }
    }
    return id
  }

  /** A new press after a lost connection, as with purchases; the files of the first one are then used up. */
  async function post(call: Call, owner: string, n: number, files: Record<string, string>) {
    for (let press = 1; ; press++)
      try {
        const body = formOf({ title: titleOf(n), text: '便り', ...files })
        const options = { idempotencyKey: `post-${n}-${press}` }
        const { id } = await call(
          posting.createThread,
          { params: { roomid: owner }, body },
          options,
        )
        return id
      } catch (error) {
        const rows = await db
          .selectFrom('thread')
          .select('id')
          .where('title', '=', titleOf(n))
          .execute()
        if (rows[0]) return rows[0].id
        if (error instanceof RequestError && error.status === 422) throw error
        if (press >= MAX_ATTEMPTS) throw error
        await pause(PAUSE_MS)
      }
  }

  async function filesOf({ n, owner, id }: Posted) {
    const params = { roomid: owner, threadid: id }
    const thread = await withRetry(() => callerOf(world, owner)(threads.getThread, { params }))
    const get = (path: string) =>
      withRetry(async () => {
        const answer = await fetch(world.url + path)
        if (!answer.ok) throw new Error(`${answer.status} for ${path}`)
        return new Uint8Array(await answer.arrayBuffer())
      }, 3)
    const audio = await get(thread.audio_path!)
    if (!Buffer.from(audio).equals(soundOf(n))) problems.push(`thread ${n}: its sound is another`)
    const { data } = await sharp(await get(thread.images![0]!.path))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { r, g, b } = colourOf(n)
    const isIntact =
      data.length >= SIDE * SIDE * 3 && data[0] === r && data[1] === g && data[2] === b
    if (!isIntact) problems.push(`thread ${n}: its picture is another`)
  }

  return {
    posted,
    async post(n: number) {
      const owner = owners[n % owners.length]!
      const call = callerOf(world, owner)
      try {
        const audio = await send(call, soundOf(n))
        const imageid_1 = await send(call, await pictureOf(n))
        posted.push({ n, owner, id: await post(call, owner, n, { audio, imageid_1 }) })
      } catch (error) {
        // Acknowledged uploads are kept for an hour, so that no post may be refused. A caller without an answer gave
        // up.
        if (!(error instanceof Unreachable))
          problems.push(`thread ${n} could not be posted: ${error}`)
      }
    },
    /** Every acknowledged thread exists once, with identical files. */
    async look(): Promise<string[]> {
      for (const one of posted)
        await filesOf(one).catch((error: unknown) => problems.push(`thread ${one.n}: ${error}`))
      const twice = await db
        .selectFrom('thread')
        .select('title')
        .groupBy('title')
        .having((eb) => eb.fn.countAll(), '>', 1)
        .execute()
      return [...problems, ...twice.map(({ title }) => `twice: ${title}`)]
    },
  }
}

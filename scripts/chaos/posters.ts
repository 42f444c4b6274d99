import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { Refused, Unreachable } from '#contract/caller.ts'
import { posting } from '#contract/posting.ts'
import { threads } from '#contract/threads.ts'
import { uploads } from '#contract/uploads.ts'
import type { Engine } from '#server/db/engine.ts'
import { sound } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { callerOf, patiently, type World } from './buyer.ts'

const PIECES = 5
const AGAIN_MS = 150
const TRIES = 100
const SIDE = 64
const WAV_HEAD = 44

type Call = ReturnType<typeof callerOf>
export interface Posted {
  n: number
  owner: string
  id: string
}

/** A sound that nobody else sends, and a picture of a colour that next to nobody else does. */
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

/** Owners who post a sound and a picture, each sent in pieces, while the server is shot. */
export function openPosters(world: World, { db }: Engine, owners: string[]) {
  const posted: Posted[] = []
  const wrong: string[] = []
  const titleOf = (n: number) => `知らせ${n}`

  /** As the app does it: after a line that broke, ask how far it got, and go on from there. */
  async function send(call: Call, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const { id } = await patiently(() =>
      call(uploads.startUpload, { body: { size: bytes.length } }),
    )
    const params = { id }
    let told = 0
    let offset = 0
    for (let tried = 0; offset < bytes.length; tried++) {
      const to = Math.min(bytes.length, offset + Math.ceil(bytes.length / PIECES))
      const body = new Blob([bytes.slice(offset, to)], { type: 'application/octet-stream' })
      try {
        const sent = await call(uploads.sendPiece, { params, query: { offset }, body })
        offset = sent.offset
        told = Math.max(told, offset)
      } catch (error) {
        if (tried >= TRIES) throw error
        await pause(AGAIN_MS)
        offset = (await patiently(() => call(uploads.getUpload, { params }))).offset
        if (offset < told)
          wrong.push(`upload ${id}: ${told} bytes were acknowledged, ${offset} are there`)
      }
    }
    return id
  }

  /** A connection that broke is a new press, as with purchases; the files of the first are used up, then. */
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
        const found = await db
          .selectFrom('thread')
          .select('id')
          .where('title', '=', titleOf(n))
          .execute()
        if (found[0]) return found[0].id
        if (error instanceof Refused && error.status === 422) throw error
        if (press >= TRIES) throw error
        await pause(AGAIN_MS)
      }
  }

  async function filesOf({ n, owner, id }: Posted) {
    const params = { roomid: owner, threadid: id }
    const thread = await patiently(() => callerOf(world, owner)(threads.getThread, { params }))
    const get = (path: string) =>
      patiently(async () => {
        const answer = await fetch(world.url + path)
        if (!answer.ok) throw new Error(`${answer.status} for ${path}`)
        return new Uint8Array(await answer.arrayBuffer())
      }, 3)
    const heard = await get(thread.audio_path!)
    if (!Buffer.from(heard).equals(soundOf(n))) wrong.push(`thread ${n}: its sound is another`)
    const { data } = await sharp(await get(thread.images![0]!.path))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { r, g, b } = colourOf(n)
    const whole = data.length >= SIDE * SIDE * 3 && data[0] === r && data[1] === g && data[2] === b
    if (!whole) wrong.push(`thread ${n}: its picture is another`)
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
        // Files that were acknowledged are there for an hour: nothing may be said against them. Who gave up was told nothing.
        if (!(error instanceof Unreachable)) wrong.push(`thread ${n} could not be posted: ${error}`)
      }
    },
    /** Everything that anybody was told is there, once, and byte for byte. */
    async look(): Promise<string[]> {
      for (const one of posted)
        await filesOf(one).catch((error: unknown) => wrong.push(`thread ${one.n}: ${error}`))
      const twice = await db
        .selectFrom('thread')
        .select('title')
        .groupBy('title')
        .having((eb) => eb.fn.countAll(), '>', 1)
        .execute()
      return [...wrong, ...twice.map(({ title }) => `twice: ${title}`)]
    },
  }
}

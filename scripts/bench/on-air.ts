import { setTimeout } from 'node:timers/promises'
import { findFfmpeg } from '#server/adapters/ffmpeg.ts'
import { startLiveSite } from '#server/testing/live-site.ts'
import { Publisher } from './publisher.ts'

/** A stream on air, sent by an encoder of our own. */
export async function onAir(settings: Record<string, string>, source: string[]) {
  const ffmpeg = await findFfmpeg(process.env.FFMPEG ?? '')
  if (ffmpeg.state !== 'found') throw new Error('ffmpeg is missing')
  const room = await startLiveSite(settings)
  await Promise.all([room.start('main'), room.start('ingest')])
  const { params, ingest, state, turn, event } = await room.comingEvent()
  const { stream_key } = await ingest()
  const sender = new Publisher(ffmpeg.path, `rtmp://127.0.0.1:${room.rtmpPort}/live/${stream_key}`)
  await sender.connect()
  sender.play(source)
  while ((await state()) !== 'preview') await setTimeout(100)
  await turn(1)
  const { title, room: of } = await event()
  return {
    ...{ room, sender, title, path: `/community/${of.id}/event/${params.id}` },
    async [Symbol.asyncDispose]() {
      sender.close()
      await room.close()
    },
  }
}

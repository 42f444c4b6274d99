import { connect } from 'node:net'
import RtmpClient from 'node-media-server/src/protocol/rtmp_client.js'
import { expect, it, onTestFinished, vi } from 'vitest'
import { trusted } from '#server/http/client.ts'
import { memoryLog } from '#server/testing/log.ts'
import type { Tag } from './flv.ts'
import { startRtmp } from './rtmp.ts'

const LINES = 30

/** Opens connections that send only a handshake; counts those that the server answers. */
async function letIn(
  speaksForMany: (address: string) => boolean,
  localAddress = (_: number) => '127.0.0.1',
): Promise<number> {
  const rtmp = await startRtmp({
    ...{ host: '127.0.0.1', port: 0, log: memoryLog(), speaksForMany },
    networkOf: (address) => address.replace(/\.\d+$/, ''),
    admit: async () => null,
  })
  onTestFinished(() => rtmp.close())
  const answers = Array.from({ length: LINES }, (_, n) => {
    const socket = connect({ port: rtmp.port, host: '127.0.0.1', localAddress: localAddress(n) })
    socket.on('error', () => {}) // `close` follows.
    socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1_536)]))
    return new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true))
      socket.once('close', () => resolve(false))
    })
  })
  return (await Promise.all(answers)).filter((isAnswered) => isAnswered).length
}

it('limits one address to twenty unauthenticated connections', async () => {
  expect(await letIn(() => false)).toBe(20)
})

it('limits the addresses of one network together', async () => {
  expect(
    await letIn(
      () => false,
      (n) => `127.0.0.${n + 2}`,
    ),
  ).toBe(20)
})

it('does not limit a tunnel by its address, which all clients share', async () => {
  expect(await letIn(trusted([]))).toBe(LINES)
})

/** An encoder that is admitted, which can send any bytes. */
async function publish() {
  const tags: Tag[] = []
  const events: string[] = []
  const rtmp = await startRtmp({
    ...{ host: '127.0.0.1', port: 0, log: memoryLog() },
    ...{ speaksForMany: () => false, networkOf: (address) => address },
    admit: async () => ({
      onTag: (tag) => void tags.push(tag),
      onInvalid: () => void events.push('invalid'),
      onClose: () => void events.push('closed'),
    }),
  })
  const client = new RtmpClient()
  onTestFinished(async () => {
    client.disconnect()
    await rtmp.close()
  })
  await client.connect(`rtmp://127.0.0.1:${rtmp.port}/live/key`)
  await client.sendConnect()
  await client.sendCreateStream()
  await client.sendPublish('key')
  return { tags, events, send: (bytes: Buffer) => void client.socket?.write(bytes) }
}

/** A message of two bytes of sound: with its time, or with the time since the message before it. */
function soundMessage(format: 0 | 1, time: number, channel = 4): Buffer {
  const head = Buffer.alloc(format === 0 ? 12 : 8)
  head[0] = (format << 6) | channel
  head.writeUIntBE(Math.min(time, 0xffffff), 1, 3)
  head.writeUIntBE(2, 4, 3)
  head[7] = 8
  const long = Buffer.alloc(time >= 0xffffff ? 4 : 0)
  if (long.length > 0) long.writeUInt32BE(time)
  return Buffer.concat([head, long, Buffer.from([0xaf, 1])])
}

it('goes on with an encoder whose times pass 32 bits', async () => {
  const { tags, send } = await publish()
  send(soundMessage(0, 2 ** 32 - 10))
  for (let n = 0; n < 3; n++) send(soundMessage(1, 20))
  await vi.waitFor(() => expect(tags).toHaveLength(4))
  expect(tags.map(({ time }) => time)).toEqual([2 ** 32 - 10, 10, 30, 50])
})

it('tells apart an encoder that sends invalid RTMP from one that leaves', async () => {
  const { events, send } = await publish()
  for (let channel = 4; channel < 24; channel++) send(soundMessage(0, 0, channel))
  await vi.waitFor(() => expect(events).toEqual(['invalid', 'closed']))
})

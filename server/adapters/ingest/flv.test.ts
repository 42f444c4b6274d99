import { expect, it } from 'vitest'
import { readTag } from './flv.ts'

/** AVCDecoderConfigurationRecord of the demo clip: H.264 High profile. */
const RECORD = Buffer.from(
  '0164001effe1001e6764001eacd980a02ff97016e021a0280000030008000003014078b16cd001000568e97b2c8bfdf8f800',
  'hex',
)
const video = (body: Buffer) => readTag({ type: 9, time: 1_000, body })
const sound = (config: string) =>
  readTag({
    type: 8,
    time: 0,
    body: Buffer.concat([Buffer.from([0xaf, 0]), Buffer.from(config, 'hex')]),
  })

it('reads H.264 that is signaled by its FourCC', () => {
  const avc1 = Buffer.from('avc1')
  const parameters = video(Buffer.concat([Buffer.from([0x90]), avc1, RECORD]))
  expect(parameters).toMatchObject({ is: 'videoTrack', track: { codec: 'avc1.64001e' } })
  const timed = video(Buffer.concat([Buffer.from([0x91]), avc1, Buffer.from([0, 0, 40, 7])]))
  expect(timed).toEqual({ is: 'video', key: true, dts: 1_000, pts: 1_040, data: Buffer.from([7]) })
  const plain = video(Buffer.concat([Buffer.from([0xa3]), avc1, Buffer.from([7])]))
  expect(plain).toEqual({ is: 'video', key: false, dts: 1_000, pts: 1_000, data: Buffer.from([7]) })
})

it.each([
  ['HEVC by its FourCC', Buffer.concat([Buffer.from([0x90]), Buffer.from('hvc1'), RECORD])],
  [
    'HEVC under the id of H.264',
    Buffer.concat([
      Buffer.from([0x17, 0, 0, 0, 0]),
      Buffer.from('0121600000009000000000005df000fcfdf8f800000f03', 'hex'),
    ]),
  ],
  ['half a record', Buffer.concat([Buffer.from([0x17, 0, 0, 0, 0]), RECORD.subarray(0, 7)])],
])('treats %s as a foreign codec', (_, body) => {
  expect(video(body)).toEqual({ is: 'foreign', what: 'video' })
})

it('treats audio with an external or missing channel configuration as a foreign codec', () => {
  expect(sound('1190')).toMatchObject({
    is: 'audioTrack',
    track: { channels: 2, sampleRate: 48_000 },
  })
  expect(sound('1180')).toEqual({ is: 'foreign', what: 'audio' })
  expect(sound('11')).toEqual({ is: 'foreign', what: 'audio' })
})

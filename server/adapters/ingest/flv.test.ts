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

it.each([
  ['AAC Main', '0990'],
  ['AAC LTP', '2190'],
  ['xHE-AAC', 'f95990'],
])('treats a kind of AAC that browsers do not play as a foreign codec: %s', (_, config) => {
  expect(sound(config)).toEqual({ is: 'foreign', what: 'audio' })
})

/** The body of `onMetaData` with these numbers, as encoders send it. */
function metadata(numbers: Record<string, number>, type = 0): Buffer {
  const named = Object.entries(numbers).map(([name, number]) => {
    const value = Buffer.alloc(11 + name.length)
    value.writeUInt16BE(name.length)
    value.write(name, 2)
    value[2 + name.length] = type
    value.writeDoubleBE(number, 3 + name.length)
    return value
  })
  const begin = Buffer.from('\x02\x00\x0d@setDataFrame\x02\x00\x0aonMetaData\x08\x00\x00\x00\x02')
  return Buffer.concat([begin, ...named, Buffer.from([0, 0, 9])])
}
const announced = (body: Buffer) => readTag({ type: 18, time: 0, body })

it('reads the bitrates that an encoder announces', () => {
  const rates = metadata({ width: 1_280, videodatarate: 2_500, audiodatarate: 160 })
  expect(announced(rates)).toEqual({ is: 'announced', kbps: 2_660 })
  expect(announced(metadata({ videodatarate: 2_500 }))).toEqual({ is: 'announced', kbps: 2_500 })
})

it.each([
  ['no bitrate of the pictures', metadata({ audiodatarate: 160 })],
  ['an unknown bitrate', metadata({ videodatarate: 0, audiodatarate: 160 })],
  ['no number', metadata({ videodatarate: 2_500 }, 2)],
  ['an impossible number', metadata({ videodatarate: Number.NaN })],
  ['half a number', metadata({ videodatarate: 2_500 }).subarray(0, -8)],
])('takes metadata for no announcement: %s', (_, body) => {
  expect(announced(body)).toBeNull()
})

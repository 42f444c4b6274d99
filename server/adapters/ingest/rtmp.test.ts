import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { trusted } from '#server/http/client.ts'
import { memoryLog } from '#server/testing/log.ts'
import { startRtmp } from './rtmp.ts'

const LINES = 30

/** Opens connections that send only a handshake; counts those that the server answers. */
async function letIn(speaksForMany: (address: string) => boolean): Promise<number> {
  const rtmp = await startRtmp({
    ...{ host: '127.0.0.1', port: 0, log: memoryLog(), speaksForMany },
    admit: async () => null,
  })
  onTestFinished(() => rtmp.close())
  const answers = Array.from({ length: LINES }, () => {
    const socket = connect(rtmp.port, '127.0.0.1')
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

it('does not limit a tunnel by its address, which all clients share', async () => {
  expect(await letIn(trusted([]))).toBe(LINES)
})

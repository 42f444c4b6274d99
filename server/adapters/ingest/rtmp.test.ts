import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { trusted } from '#server/http/client.ts'
import { memoryLog } from '#server/testing/log.ts'
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

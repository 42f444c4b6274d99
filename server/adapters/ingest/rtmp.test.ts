import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { trusted } from '#server/http/client.ts'
import { memoryLog } from '#server/testing/log.ts'
import { openRtmp } from './rtmp.ts'

const LINES = 30

/** Of so many lines from this machine, which begin well and then say nothing, those that are answered. */
async function letIn(speaksForMany: (address: string) => boolean): Promise<number> {
  const rtmp = await openRtmp({
    ...{ host: '127.0.0.1', port: 0, log: memoryLog(), speaksForMany },
    admit: async () => null,
  })
  onTestFinished(() => rtmp.close())
  const answers = Array.from({ length: LINES }, () => {
    const socket = connect(rtmp.port, '127.0.0.1')
    socket.on('error', () => {}) // `close` follows
    socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(1_536)]))
    return new Promise<boolean>((said) => {
      socket.once('data', () => said(true))
      socket.once('close', () => said(false))
    })
  })
  return (await Promise.all(answers)).filter((isAnswered) => isAnswered).length
}

it('lets one address hold twenty lines before a key, and no more', async () => {
  expect(await letIn(() => false)).toBe(20)
})

it('counts no tunnel by its address: behind it is everybody', async () => {
  expect(await letIn(trusted([]))).toBe(LINES)
})

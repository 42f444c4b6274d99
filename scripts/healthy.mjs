// node scripts/healthy.mjs [rtmp]: whether the program of this container accepts connections. A draining one counts
// as healthy, so that its last responses are not cut off.
import { once } from 'node:events'
import { connect } from 'node:net'

const TIMEOUT_MS = 4_000

if (process.argv[2] === 'rtmp') {
  const socket = connect({ port: Number(process.env.RTMP_PORT || 1935), timeout: TIMEOUT_MS })
  await once(socket, 'connect')
  socket.destroy()
} else {
  const url = `http://127.0.0.1:${process.env.PORT || 3000}/healthz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`${url} answered with status ${answer.status}`)
}

// node scripts/healthy.mjs [rtmp]: whether the program of this container takes connections. One that is stopping is
// healthy still: its last answers are not to be cut off.
import { once } from 'node:events'
import { connect } from 'node:net'

const PATIENCE_MS = 4_000

if (process.argv[2] === 'rtmp') {
  const socket = connect({ port: Number(process.env.RTMP_PORT || 1935), timeout: PATIENCE_MS })
  await once(socket, 'connect')
  socket.destroy()
} else {
  const url = `http://127.0.0.1:${process.env.PORT || 3000}/healthz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`)
}

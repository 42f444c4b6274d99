import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy to the database at `url`, whose connection can fail silently. */
export async function openLine(url: string) {
  const { port, hostname } = new URL(url)
  const open = new Set<Socket>()
  const pairs = new Set<[Socket, Socket]>()
  let isSilent = false
  /** A query text; the commit of a transaction that contains it is never answered. */
  let doomed: string | null = null

  const server = createServer((visitor) => {
    track(visitor)
    if (isSilent) return
    const onward = connect(Number(port), hostname)
    track(onward)
    const pair: [Socket, Socket] = [visitor, onward]
    pairs.add(pair)
    let isDoomed = false
    visitor.on('data', (chunk) => {
      isDoomed ||= doomed !== null && chunk.includes(doomed)
      if (!isDoomed || !chunk.includes('commit')) return
      doomed = null
      onward.unpipe(visitor).once('data', () => visitor.destroy())
      onward.resume()
    })
    for (const [one, other] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      one.pipe(other)
      one.once('close', () => {
        // After `goSilent` a closed connection is not forwarded either.
        if (pairs.delete(pair)) other.destroy()
      })
    }
  })
  function track(socket: Socket) {
    open.add(socket)
    socket.on('error', () => null).once('close', () => open.delete(socket))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const through = new URL(url)
  through.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: through.href,
    /** Forwards nothing any more without closing connections; new connections hang, too. */
    goSilent() {
      isSilent = true
      for (const [one, other] of pairs) {
        one.unpipe(other)
        other.unpipe(one)
      }
      pairs.clear()
    },
    /** The next transaction with this text is committed, but its connection breaks before the answer. */
    loseCommitOf(text: string) {
      doomed = text
    },
    /** Forwards new connections again. */
    mend() {
      isSilent = false
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

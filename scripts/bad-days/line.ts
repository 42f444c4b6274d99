import { connect, createServer, type Socket } from 'node:net'

/** The way to a database at `url`, on which a network may be gone without a word. */
export async function openLine(url: string) {
  const { port, hostname } = new URL(url)
  const open = new Set<Socket>()
  const pairs = new Set<[Socket, Socket]>()
  let isSilent = false
  /** What somebody says within a transaction whose end they will not hear of. */
  let doomed: string | null = null

  const server = createServer((visitor) => {
    keep(visitor)
    if (isSilent) return
    const onward = connect(Number(port), hostname)
    keep(onward)
    const pair: [Socket, Socket] = [visitor, onward]
    pairs.add(pair)
    let isDoomed = false
    visitor.on('data', (said) => {
      isDoomed ||= doomed !== null && said.includes(doomed)
      if (!isDoomed || !said.includes('commit')) return
      doomed = null
      onward.unpipe(visitor).once('data', () => visitor.destroy())
      onward.resume()
    })
    for (const [one, other] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      one.pipe(other)
      one.once('close', () => {
        // Nor does it get through that somebody hung up.
        if (pairs.delete(pair)) other.destroy()
      })
    }
  })
  function keep(socket: Socket) {
    open.add(socket)
    socket.on('error', () => null).once('close', () => open.delete(socket))
  }
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const address = server.address()
  const through = new URL(url)
  through.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: through.href,
    /** Nothing comes through any more, and nobody hangs up; who dials finds the same. */
    goSilent() {
      isSilent = true
      for (const [one, other] of pairs) {
        one.unpipe(other)
        other.unpipe(one)
      }
      pairs.clear()
    },
    /** The next transaction in which somebody says so is carried out, and their line breaks before they hear of it. */
    loseCommitOf(said: string) {
      doomed = said
    },
    /** For those who dial from now on. */
    mend() {
      isSilent = false
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((down) => server.close(down))
    },
  }
}

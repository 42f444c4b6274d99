/** A stream that pulls from a generator on demand, and ends it when its reader leaves. */
export const streamOf = (bytes: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(stream) {
      const { done, value } = await bytes.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    cancel: async () => void (await bytes.return(undefined)),
  })

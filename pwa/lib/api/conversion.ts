import type { Caller } from '#contract/http/caller.ts'
import { CONVERSION } from '#contract/threads/posting-limits.ts'
import { type Conversion, uploads } from '#contract/uploads/calls.ts'
import { aWhile, withRetry } from './upload.ts'

interface Watch {
  signal: AbortSignal
  /** From 0 to 100; null while it waits for its turn. */
  onProgress: (percent: number | null) => void
}

/** Asks whether every browser can play an upload, and waits until it is converted, or the conversion has failed. */
export async function convertUpload(
  call: Caller,
  id: string,
  body: { kind: 'audio' | 'video'; with_thumbnail: boolean },
  { signal, onProgress }: Watch,
): Promise<Conversion> {
  const params = { id }
  const ask = (work: () => Promise<Conversion>) => withRetry(work, signal, () => {})
  let conversion = await ask(() => call(uploads.convertUpload, { params, body }, { signal }))
  while (conversion.state === 'waiting' || conversion.state === 'running') {
    onProgress(conversion.state === 'running' ? conversion.percent : null)
    await aWhile(CONVERSION.pollMs, signal)
    signal.throwIfAborted()
    conversion = await ask(() => call(uploads.getConversion, { params }, { signal }))
  }
  return conversion
}

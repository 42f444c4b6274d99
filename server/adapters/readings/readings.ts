import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Readings } from '#server/ports/readings.ts'

const WORKER = join(import.meta.dirname, 'readings-worker.ts')
const HAS_KANJI = /\p{Script=Han}/u

/**
 * Readings by Lindera with the IPA dictionary. Each call starts a thread and ends it: the dictionary takes 120 MB, and
 * is needed for seconds a day.
 */
export const dictionaryReadings = (): Readings => ({
  async of(texts) {
    const withKanji = texts.filter((text) => HAS_KANJI.test(text))
    if (withKanji.length === 0) return texts.map(() => '')
    const worker = new Worker(WORKER, { workerData: withKanji })
    try {
      const readings = await new Promise<string[]>((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('the thread ended without an answer')))
      })
      const found = new Map(withKanji.map((text, at) => [text, readings[at] ?? '']))
      return texts.map((text) => found.get(text) ?? '')
    } finally {
      await worker.terminate()
    }
  },
})
